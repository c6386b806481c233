import { existsSync } from 'node:fs'
import type { Configuration } from '../../config/index.js'
import { providerOf } from '../../providers/kinds.js'
import type { Finding } from './finding.js'

type Environment = Readonly<Record<string, string | undefined>>

/** Requests to providers take these; names of addresses without credentials. */
export function proxyFinding(environment: Environment): Finding {
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].filter((name) => (environment[name] ?? '') !== '')
  if (names.length === 0) return { state: 'ok', about: 'proxy', what: 'none' }
  const wrong = names.find((name) => !URL.canParse(environment[name] ?? ''))
  if (wrong !== undefined) return { state: 'warn', about: 'proxy', what: `${wrong} is no address`, fix: 'write http://host:port' }
  return { state: 'ok', about: 'proxy', what: names.map((name) => `${name} ${new URL(environment[name] ?? '').host}`).join(', ') }
}

export function certificateFinding({ NODE_EXTRA_CA_CERTS: file, NODE_TLS_REJECT_UNAUTHORIZED: reject }: Environment): Finding {
  const about = 'certificates'
  if (reject === '0')
    return {
      state: 'fail',
      about,
      what: 'NODE_TLS_REJECT_UNAUTHORIZED=0: nobody is checked',
      fix: "take it away; name an authority in the provider's ca_file",
    }
  if (file !== undefined && file !== '' && !existsSync(file))
    return { state: 'warn', about, what: `NODE_EXTRA_CA_CERTS: ${file} is not there`, fix: 'correct the path, or take the variable away' }
  return { state: 'ok', about, what: file === undefined || file === '' ? 'checked' : `checked, and those of ${file}` }
}

const mostSkewMs = 30_000
const answerMs = 5000

/** The clock of this machine beside that of the first provider that states its own. Signed requests and tokens need the right time. */
export async function clockFinding({ providers }: Configuration): Promise<readonly Finding[]> {
  for (const settings of providers) {
    if (settings.kind === 'local') continue
    const skew = await skewOf(providerOf(settings).origin)
    if (skew !== undefined) return [skewFinding(skew, settings.name)]
  }
  return []
}

/** Milliseconds that this machine is ahead. */
async function skewOf(origin: string): Promise<number | undefined> {
  try {
    const reply = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(answerMs) })
    const date = Date.parse(reply.headers.get('date') ?? '')
    return Number.isNaN(date) ? undefined : Date.now() - date
  } catch {
    return undefined
  }
}

export function skewFinding(skewMs: number, provider: string): Finding {
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  const about = 'clock'
  if (Math.abs(skewMs) <= mostSkewMs) return { state: 'ok', about, what: `as that of ${provider}` }
  return { state: 'fail', about, what: `${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} that of ${provider}`, fix: 'set it by NTP' }
}
