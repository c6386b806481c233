import { Disclosure } from '../../../components/disclosure.js'

export function Headers({ headers }: { readonly headers: readonly (readonly [string, string])[] }) {
  return (
    <Disclosure summary={`${headers.length} headers`}>
      <pre class="headers" tabIndex={0} aria-label="Headers">
        <code>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</code>
      </pre>
    </Disclosure>
  )
}
