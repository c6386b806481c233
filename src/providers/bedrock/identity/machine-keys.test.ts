import { identityAsker } from '../../ask-identity.js'
import { StrictIdentityService } from '../../identity-fixture.js'
import { machineKeys } from './machine-keys.js'
import { parseProfiles } from './profile.js'

const service = await new StrictIdentityService().start()
afterAll(() => service.stop())

const end = '2030-01-01T00:00:00Z'
const expiresAt = Date.parse(end)
const json = JSON.stringify({ Code: 'Success', AccessKeyId: 'ASIA1', SecretAccessKey: 'sec', Token: 'ses', Expiration: end })
const xml = `<R><Credentials><AccessKeyId>ASIA1</AccessKeyId><SecretAccessKey>sec</SecretAccessKey><SessionToken>ses</SessionToken><Expiration>${end}</Expiration></Credentials></R>`
const temporary = { accessKeyId: 'ASIA1', secretAccessKey: 'sec', sessionToken: 'ses', expiresAt }

const files: Readonly<Record<string, string>> = {
  '/home/u/.aws/credentials':
    '[default]\naws_access_key_id = AKIA0\naws_secret_access_key=s0\n[work]\naws_access_key_id=AKIA1\naws_secret_access_key=s1 # mine\n',
  '/home/u/.aws/config':
    '[profile role]\nrole_arn = arn:aws:iam::1:role/r\nsource_profile = work\nexternal_id = e\nrole_session_name = s\n[profile web]\nrole_arn = arn:aws:iam::1:role/w\nweb_identity_token_file = /var/token\n[profile sso]\nsso_session = x\nsso_account_id = 12\nsso_role_name = r/w\n[sso-session x]\nsso_region = eu-west-1\nsso_start_url = https://x.example/start\n[profile older-sso]\nsso_start_url = https://o.example/start\nsso_region = eu-west-1\nsso_account_id = 12\nsso_role_name = r/w\n[profile old-sso]\nsso_session = y\nsso_account_id = 12\nsso_role_name = r\n[sso-session y]\nsso_region = eu-west-1\n[profile sso-nowhere]\nsso_session = z\n[profile command]\ncredential_process = give keys --now\n[profile lasting]\ncredential_process = give lasting\n[profile failing]\ncredential_process = fail\n[profile odd]\ncredential_process = give odd\n[profile empty]\nregion = eu-west-1\n[profile loop]\nrole_arn = a\nsource_profile = loop2\n[profile loop2]\nrole_arn = a\nsource_profile = loop\n',
  // Named after the SHA-1 of the session's name, or of the start address.
  '/home/u/.aws/sso/cache/11f6ad8ec52a2984abaafd7c3b516503785c2072.json': JSON.stringify({
    accessToken: 'sso-1',
    expiresAt: '2026-03-04T06:00:00Z',
  }),
  '/home/u/.aws/sso/cache/2b528ab92a57403741ab47095ae9a95f546720d3.json': JSON.stringify({
    accessToken: 'sso-2',
    expiresAt: '2026-03-04T06:00:00Z',
  }),
  '/home/u/.aws/sso/cache/95cb0bfd2977c761298d9624e4b4d4c72a39974a.json': JSON.stringify({
    accessToken: 'sso-3',
    expiresAt: '2026-03-04T05:00:00Z',
  }),
  '/var/token': 'web-token\n',
  '/var/pod-token': 'pod-token\n',
}

const outputs: Readonly<Record<string, string>> = {
  'give keys --now': JSON.stringify({ Version: 1, AccessKeyId: 'ASIA1', SecretAccessKey: 'sec', SessionToken: 'ses', Expiration: end }),
  'give lasting': JSON.stringify({ Version: 1, AccessKeyId: 'AKIA9', SecretAccessKey: 'sec' }),
  'give odd': 'Please sign in.',
}

function find(environment: Record<string, string>, more: { readonly profile?: string; readonly home?: string } = {}) {
  return machineKeys({
    environment: {
      AWS_ENDPOINT_URL_STS: service.address,
      AWS_ENDPOINT_URL_SSO: service.address,
      AWS_EC2_METADATA_SERVICE_ENDPOINT: service.address,
      ...environment,
    },
    home: '/nowhere',
    region: 'eu-west-1',
    ask: identityAsker(fetch),
    readText: (path) => {
      const text = files[path]
      return text === undefined ? Promise.reject(new Error('ENOENT')) : Promise.resolve(text)
    },
    run: (command) => {
      const output = outputs[command]
      return output === undefined ? Promise.reject(new Error('canary')) : Promise.resolve(output)
    },
    now: () => Date.parse('2026-03-04T05:06:07Z'),
    ...more,
  })
}

const webIdentity = (sessionName: string, arn: string) => ({
  method: 'POST',
  path: '/',
  form: {
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: arn,
    RoleSessionName: sessionName,
    WebIdentityToken: 'web-token',
  },
  answer: xml,
})

afterEach(() => {
  expect([service.problems, service.left]).toEqual([[], 0])
})

test('a web identity (IRSA): the role for the token of the file', async () => {
  service.expect(webIdentity('pod', 'arn:r'))
  const variables = { AWS_WEB_IDENTITY_TOKEN_FILE: '/var/token', AWS_ROLE_ARN: 'arn:r', AWS_ROLE_SESSION_NAME: 'pod' }
  expect(await find(variables)).toEqual(temporary)
})

test.each([
  ['the default one', {}, 'AKIA0'],
  ['that of AWS_PROFILE', { AWS_PROFILE: 'work' }, 'AKIA1'],
])('a profile of the shared files: %s', async (_, environment, accessKeyId) => {
  service.expect()
  expect(await find(environment, { home: '/home/u' })).toMatchObject({ accessKeyId, expiresAt: Infinity })
})

test("a profile's role, by the keys of its source: the request is signed", async () => {
  service.expect({
    method: 'POST',
    path: '/',
    headers: {
      authorization:
        /^AWS4-HMAC-SHA256 Credential=AKIA1\/20260304\/eu-west-1\/sts\/aws4_request, SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/,
      'x-amz-date': '20260304T050607Z',
    },
    form: { Action: 'AssumeRole', Version: '2011-06-15', RoleArn: 'arn:aws:iam::1:role/r', RoleSessionName: 's', ExternalId: 'e' },
    answer: xml,
  })
  expect(await find({}, { profile: 'role', home: '/home/u' })).toEqual(temporary)
})

test.each([
  ['sso', 'sso-1'],
  ['older-sso', 'sso-2'],
])('single sign-on: the role for the token that was kept: %s', async (profile, token) => {
  service.expect({
    method: 'GET',
    path: '/federation/credentials?role_name=r%2Fw&account_id=12',
    headers: { 'x-amz-sso_bearer_token': token },
    answer: JSON.stringify({
      roleCredentials: { accessKeyId: 'ASIA1', secretAccessKey: 'sec', sessionToken: 'ses', expiration: expiresAt },
    }),
  })
  expect(await find({}, { profile, home: '/home/u' })).toEqual(temporary)
})

test('the keys that a command of the profile writes', async () => {
  service.expect()
  expect(await find({}, { profile: 'command', home: '/home/u' })).toEqual(temporary)
  expect(await find({}, { profile: 'lasting', home: '/home/u' })).toEqual({
    accessKeyId: 'AKIA9',
    secretAccessKey: 'sec',
    expiresAt: Infinity,
  })
})

test("a profile's role by web identity", async () => {
  service.expect(webIdentity(`anywire-${Date.parse('2026-03-04T05:06:07Z')}`, 'arn:aws:iam::1:role/w'))
  expect(await find({}, { profile: 'web', home: '/home/u' })).toEqual(temporary)
})

test.each([
  ['a name that no file has', 'none', 'profile none: not found in the shared files'],
  ['single sign-on that has expired', 'old-sso', 'nobody is signed in; run aws sso login --profile old-sso'],
  ['single sign-on without a region', 'sso-nowhere', 'single sign-on needs sso_region'],
  ['a command that fails', 'failing', 'profile failing: credential_process failed'],
  ['a command that writes something else', 'odd', 'did not write keys in version 1'],
  ['nothing', 'empty', 'has no keys, role, credential_process or single sign-on'],
  ['a circle', 'loop', 'leads back to it'],
])('a named profile and no other place: %s', async (_, profile, problem) => {
  service.expect()
  await expect(find({}, { profile, home: '/home/u' })).rejects.toThrow(problem)
})

test.each([
  ['its token', { AWS_CONTAINER_AUTHORIZATION_TOKEN: 'tok' }, 'tok'],
  ['its token file', { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: '/var/pod-token', AWS_CONTAINER_AUTHORIZATION_TOKEN: 'old' }, 'pod-token'],
])("a container's role with %s", async (_, environment, authorization) => {
  service.expect({ method: 'GET', path: '/v2/credentials/x', headers: { authorization }, answer: json })
  const url = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${service.address}/v2/credentials/x` }
  expect(await find({ ...url, ...environment })).toEqual(temporary)
})

test.each(['http://keys.example/x', 'http://127.0.0.1.evil.test/x', 'ftp://127.0.0.1/x', 'no address'])('%s is not asked', async (url) => {
  service.expect()
  await expect(find({ AWS_CONTAINER_CREDENTIALS_FULL_URI: url })).rejects.toThrow('neither https nor')
})

test("an instance's role, by the second version of the metadata service", async () => {
  const headers = { 'x-aws-ec2-metadata-token': 'imds-token' }
  const path = '/latest/meta-data/iam/security-credentials/'
  service.expect(
    { method: 'PUT', path: '/latest/api/token', headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '21600' }, answer: 'imds-token' },
    { method: 'GET', path, headers, answer: 'my-role\n' },
    { method: 'GET', path: `${path}my-role`, headers, answer: json },
  )
  expect(await find({})).toEqual(temporary)
})

test('no keys anywhere', async () => {
  service.expect()
  await expect(find({ AWS_EC2_METADATA_DISABLED: 'true' })).rejects.toThrow('no keys in the environment')
})

test('the error for an answer without keys names its host, and has none of its content', async () => {
  service.expect({ method: 'GET', path: '/x', answer: '{"Code":"Failed","secret":"canary"}' })
  const { host } = new URL(service.address)
  await expect(find({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `${service.address}/x` })).rejects.toThrow(
    new Error(`${host}: the answer has no keys`),
  )
})

test('sections, comments and nested settings of the shared files', () => {
  const text = '# top\n[ default ]\nregion = eu-west-1 ; where\ns3 =\n  max = 3\n; note\n[profile a b]\r\nAWS_Access_Key_Id = k#x\n'
  expect(Object.fromEntries(parseProfiles(text))).toEqual({ default: { region: 'eu-west-1' }, 'a b': { aws_access_key_id: 'k#x' } })
})
