import { providerKinds } from '../providers/kinds.js'
import { overviewPage } from '../providers/overview-page.js'
import type { Command } from './command.js'

/** Which endpoint works with which kind of provider, as Markdown. */
export const providers: Command = () => {
  process.stdout.write(overviewPage(providerKinds))
  return Promise.resolve(0)
}
