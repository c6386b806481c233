import { randomBytes } from 'node:crypto'
import { makeInvite, setUpLink } from '../../access/accounts/invites.js'
import { textOrEmpty, type JsonObject } from '../../json/object.js'
import { CommandError } from '../command-error.js'
import type { Command, CommandOptions } from '../command.js'
import { remark } from '../complaint.js'
import { configurationFor } from '../configuration.js'
import { openOwnStore } from '../own-store.js'
import { UsageError } from '../usage-error.js'
import { publicAddress, withAdmin } from './gateway-access.js'
import { PlatformClient } from './platform-client.js'

/** A link with which somebody sets a password, alone on standard output: the user NAME, who is made where there is none, or the first account. */
export const invite: Command = async (options) => {
  const [name] = options.words
  if (name === undefined) return showLink(options, await firstInvite(options))
  const made = await withAdmin(options, async (client) => {
    const users = await client.all('/api/admin/users', { limit: '1000' })
    const { role, email, team } = options
    if (users.every((user) => user['name'] !== name)) await client.ask('POST', '/api/admin/users', { name, role, email, team })
    return client.ask('POST', pathOf(name), {})
  })
  return showLink(options, made)
}

/** The same for a user who is there. */
export const resetPassword: Command = async (options) => {
  const [name = ''] = options.words
  return showLink(options, await withAdmin(options, (client) => client.ask('POST', pathOf(name), {})))
}

const pathOf = (name: string): string => `/api/admin/users/${encodeURIComponent(name)}/invite`

/** Made in the database itself: as long as there is no account, whoever can write it may make the first one. */
async function firstInvite(options: CommandOptions): Promise<JsonObject> {
  const configuration = configurationFor(options)
  if (configuration.database.kind === 'memory')
    throw new CommandError("a database in memory is the gateway's alone", 'the start of the gateway shows the link')
  const store = await openOwnStore(configuration)
  try {
    if (!(await store.passwords.isEmpty()))
      throw new UsageError('the console has an account: name the user to invite', 'anywire admin invite NAME')
    const kept = { kept: store.invites, secretKey: configuration.secret_key, now: Date.now(), randomBytes }
    const { code, expiresAt } = await makeInvite(kept)
    return { user: null, code, expires_at: new Date(expiresAt).toISOString() }
  } finally {
    await store.close()
  }
}

/** The gateway that answered may have been that of this command: the link is for the one that clients reach. */
function showLink(options: CommandOptions, made: JsonObject): number {
  const link = setUpLink(publicAddress(options), textOrEmpty(made['code']))
  if (options.json) process.stdout.write(`${JSON.stringify({ ...made, link })}\n`)
  else {
    remark(options, `For ${textOrEmpty(made['user']) || 'the first account'}, once, until ${textOrEmpty(made['expires_at'])}:`)
    process.stdout.write(`${link}\n`)
  }
  return 0
}

/** Makes the account that owns the gateway, for machines that are set up without a person. */
export async function makeFirstAccount(options: CommandOptions, name: string, password: string): Promise<void> {
  const { code } = await firstInvite(options)
  const { startAlone } = await import('./gateway-alone.js')
  const alone = await startAlone(configurationFor(options), options.command)
  try {
    const client = new PlatformClient(alone.address, alone.key)
    await client.ask('POST', '/api/console/set-up', { code, name, password }, { headers: { origin: alone.address } })
  } finally {
    await alone.stop()
  }
}
