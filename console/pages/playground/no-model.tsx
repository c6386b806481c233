import { isAdmin } from '../../api/session.js'
import { EmptyState } from '../../components/states.js'

/** In place of a conversation. */
export default function NoModel() {
  if (!isAdmin.value) return <EmptyState title="No model yet.">Ask your operator to add one.</EmptyState>
  return (
    <EmptyState title="No model yet.">
      <p>Add these lines to anywire.yaml:</p>
      <pre class="yaml" tabIndex={0} aria-label="Lines for anywire.yaml">
        <code>{`providers:
  - name: openai
    kind: openai
    api_key: "\${OPENAI_API_KEY}"
models:
  - { name: fast, targets: [{ provider: openai, model: gpt-5-mini }] }`}</code>
      </pre>
    </EmptyState>
  )
}
