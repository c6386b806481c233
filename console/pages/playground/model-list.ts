import type { PlatformConsoleModel } from '../../../generated/platform/model/index.js'
import { modalityTitles } from '../../format/modalities.js'
import { shortCount } from '../../format/numbers.js'
import { chatDialects } from '../../../src/exchange/dialect-name.js'

export interface ModelGroup {
  readonly provider: string
  readonly models: readonly PlatformConsoleModel[]
}

const chatEndpoints = new Set<string>(chatDialects)

/** Whether the playground can call it: a model of chat, under a name without a star. */
export const isCallable = ({ endpoints, name }: PlatformConsoleModel): boolean =>
  endpoints.some((endpoint) => chatEndpoints.has(endpoint)) && !name.includes('*')

/** The models of chat whose name or provider has the typed text, by the provider of their first target. */
export function groupsOf(models: readonly PlatformConsoleModel[], typed: string): readonly ModelGroup[] {
  const wanted = typed.trim().toLowerCase()
  const groups = new Map<string, PlatformConsoleModel[]>()
  for (const model of models) {
    if (!isCallable(model)) continue
    const provider = model.targets[0]?.provider ?? 'no provider'
    if (!`${model.name} ${provider}`.toLowerCase().includes(wanted)) continue
    const group = groups.get(provider)
    if (group === undefined) groups.set(provider, [model])
    else group.push(model)
  }
  return [...groups].map(([provider, members]) => ({ provider, models: members }))
}

/** Context, what it takes, price and state of a model in a few words. */
export function factsOf(model: PlatformConsoleModel): string {
  const target = model.targets[0]
  const price = target?.price
  const facts = [
    model.context_window === null ? '' : `${shortCount(model.context_window)} context`,
    model.modalities === null ? '' : model.modalities.map((one) => modalityTitles[one].toLowerCase()).join(', '),
    price?.input_usd_per_million != null && price.output_usd_per_million != null
      ? `$${price.input_usd_per_million} in · $${price.output_usd_per_million} out per million tokens`
      : 'price not known',
    model.targets.length > 1 ? `${model.targets.length} targets` : '',
    target?.breaker === 'open' ? 'failing now' : '',
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}
