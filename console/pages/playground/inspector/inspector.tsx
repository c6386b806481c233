export default function Inspector({ onClose }: { readonly onClose: () => void }) {
  return <button onClick={onClose}>Close</button>
}
