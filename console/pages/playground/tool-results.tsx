import type { ToolResultsTurn } from './conversation.js'

export function ToolResultsView({ turn }: { readonly turn: ToolResultsTurn }) {
  return (
    <article class="turn user" aria-label="Results of tools">
      <h2 class="role">Results of tools</h2>
      {turn.results.map(({ call, text }) => (
        <p key={call.id} class="said">
          <code>{call.name}</code> {text}
        </p>
      ))}
    </article>
  )
}
