import { providerKinds } from '../providers/kinds.js'
import { abilitiesOf } from '../providers/overview.js'
import { overviewPage } from '../providers/overview-page.js'
import type { Command } from './command.js'

/** Which endpoint works with which kind of provider, as Markdown or JSON. */
export const providers: Command = ({ json }) => {
  process.stdout.write(json ? `${JSON.stringify({ data: providerKinds.flatMap(kindDocument) })}\n` : overviewPage(providerKinds))
  return Promise.resolve(0)
}

function kindDocument(kind: (typeof providerKinds)[number]): readonly object[] {
  return abilitiesOf(kind).map(({ name, dialects, counting = null, endpoints }) => ({
    kind: kind.kind,
    name,
    dialects,
    counting,
    endpoints,
  }))
}
