import { Link } from '../components/link.js'
const mostLinks = 50

/** Names that lead to their pages. */
export function Links({ names, linkOf }: { readonly names: readonly string[]; readonly linkOf: (name: string) => string }) {
  if (names.length === 0) return <span class="muted">none</span>
  return (
    <ul class="names">
      {names.slice(0, mostLinks).map((name) => (
        <li key={name}>
          <Link href={linkOf(name)}>{name}</Link>
        </li>
      ))}
      {names.length > mostLinks && <li>and {names.length - mostLinks} more</li>}
    </ul>
  )
}
