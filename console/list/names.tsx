/** Some names, each in a box of its own. */
export function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <span class="muted">none</span>
  return (
    <ul class="names">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
