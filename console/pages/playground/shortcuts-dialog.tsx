import { Dialog } from '../../components/dialog.js'

const shortcuts = [
  ['Ctrl K', 'Go to a page'],
  ['Ctrl .', 'Open or close the inspector'],
  ['Ctrl Shift O', 'New conversation'],
  ['/', 'Write a message'],
  ['Esc', 'Stop the answer, or close what is open'],
  ['↑', 'In an empty message: edit the last one'],
  ['?', 'This list'],
] as const

export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" open onClose={onClose}>
      <dl class="shortcuts">
        {shortcuts.map(([keys, words]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
