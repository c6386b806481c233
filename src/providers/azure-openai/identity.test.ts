import { identityAsker } from '../ask-identity.js'
import { StrictIdentityService } from '../identity-fixture.js'
import { askForToken, type EntraOptions } from './identity.js'
import { azureOpenai } from './index.js'

const service = await new StrictIdentityService().start()
afterAll(() => service.stop())
afterEach(() => {
  expect([service.problems, service.left]).toEqual([[], 0])
})

const now = Date.parse('2026-03-04T05:06:07Z')
const ask = (options: Partial<EntraOptions>) =>
  askForToken({
    identity: 'auto',
    ask: identityAsker(fetch),
    readText: (path) => Promise.resolve(`token of ${path}\n`),
    now: () => now,
    ...options,
    environment: {
      AZURE_AUTHORITY_HOST: service.address,
      AZURE_POD_IDENTITY_AUTHORITY_HOST: service.address,
      AZURE_TENANT_ID: 'tenant',
      ...options.environment,
    },
  })

const form = { grant_type: 'client_credentials', client_id: 'app', scope: 'https://cognitiveservices.azure.com/.default' }
const asked = { method: 'POST', path: '/tenant/oauth2/v2.0/token', answer: '{"access_token":"t1","expires_in":3599,"token_type":"Bearer"}' }
const token = { token: 't1', expiresAt: now + 3_599_000 }

test.each<[string, Partial<EntraOptions>]>([
  ['of the settings', { clientId: 'app', clientSecret: 'secret' }],
  ['of the environment', { environment: { AZURE_CLIENT_ID: 'app', AZURE_CLIENT_SECRET: 'secret', AZURE_FEDERATED_TOKEN_FILE: '/f' } }],
])('a client secret %s', async (_, options) => {
  service.expect({ ...asked, form: { ...form, client_secret: 'secret' } })
  expect(await ask(options)).toEqual(token)
})

test('a workload: the federated token of its file', async () => {
  const assertion = {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: 'token of /var/federated',
  }
  service.expect({ ...asked, form: { ...form, ...assertion } })
  expect(await ask({ environment: { AZURE_CLIENT_ID: 'app', AZURE_FEDERATED_TOKEN_FILE: '/var/federated' } })).toEqual(token)
})

const resource = 'resource=https%3A%2F%2Fcognitiveservices.azure.com'

test('the managed identity of a virtual machine, one that the user assigned', async () => {
  const path = `/metadata/identity/oauth2/token?api-version=2018-02-01&${resource}&client_id=mine`
  service.expect({ method: 'GET', path, headers: { metadata: 'true' }, answer: '{"access_token":"t1","expires_in":"3599"}' })
  expect(await ask({ identity: 'managed', clientId: 'mine' })).toEqual(token)
})

test('the managed identity of App Service', async () => {
  const path = `/msi/token?api-version=2019-08-01&${resource}`
  service.expect({ method: 'GET', path, headers: { 'x-identity-header': 'h' }, answer: '{"access_token":"t1","expires_on":"1900000000"}' })
  const environment = { IDENTITY_ENDPOINT: `${service.address}/msi/token`, IDENTITY_HEADER: 'h' }
  expect(await ask({ environment })).toEqual({ token: 't1', expiresAt: 1_900_000_000_000 })
})

test.each<[string, Partial<EntraOptions>, string]>([
  ['the secret', { identity: 'client_secret', clientId: 'app' }, 'client_secret is missing'],
  ['the client', { clientSecret: 's' }, 'client_id is missing'],
  ['the file', { identity: 'workload', clientId: 'app' }, 'AZURE_FEDERATED_TOKEN_FILE is missing'],
])('what is missing is named: %s', async (_, options, problem) => {
  service.expect()
  await expect(ask(options)).rejects.toThrow(problem)
})

test('a key is preferred to an identity; without both nothing is sent', async () => {
  service.expect()
  const request = { method: 'POST', url: 'https://x/', headers: {}, body: '{}' }
  const settings = { name: 'a', kind: 'azure-openai', headers: {}, settings: {} }
  expect(await azureOpenai.authenticate(request, settings)).toEqual({})
  expect(await azureOpenai.authenticate(request, { ...settings, api_key: 'k', settings: { identity: 'managed' } })).toEqual({
    'api-key': 'k',
  })
})
