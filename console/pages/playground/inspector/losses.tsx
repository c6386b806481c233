import type { PlatformConversionLoss } from '../../../../generated/platform/model/index.js'

/** What a conversion could not express, with the reason. */
export function Losses({ losses }: { readonly losses: readonly PlatformConversionLoss[] }) {
  if (losses.length === 0) return null
  return (
    <ul class="losses" aria-label="Losses">
      {losses.map((loss) => (
        <li key={`${loss.at} ${loss.why}`} class={loss.action}>
          <strong>{loss.action}</strong> <code>{loss.at}</code>: {loss.why}
        </li>
      ))}
    </ul>
  )
}
