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
    '[profile role]\nrole_arn = arn:aws:iam::1:role/r\nsource_profile = work\nexternal_id = e\nrole_session_name = s\n[profile web]\nrole_arn = arn:aws:iam::1:role/w\nweb_identity_token_file = /var/token\n[profile sso]\nsso_session = x\n[profile loop]\nrole_arn = a\nsource_profile = loop2\n[profile loop2]\nrole_arn = a\nsource_profile = loop\n',
  '/var/token': 'web-token\n',
  '/var/pod-token': 'pod-token\n',
}

function find(environment: Record<string, string>, more: { readonly profile?: string; readonly home?: string } = {}) {
  return machineKeys({
    environment: { AWS_ENDPOINT_URL_STS: service.address, AWS_EC2_METADATA_SERVICE_ENDPOINT: service.address, ...environment },
    home: '/nowhere',
    region: 'eu-west-1',
    ask: identityAsker(fetch),
    readText: (path) => {
      const text = files[path]
      return text === undefined ? Promise.reject(new Error('ENOENT')) : Promise.resolve(text)
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

test("a profile's role by web identity", async () => {
  service.expect(webIdentity(`anywire-${Date.parse('2026-03-04T05:06:07Z')}`, 'arn:aws:iam::1:role/w'))
  expect(await find({}, { profile: 'web', home: '/home/u' })).toEqual(temporary)
})

test.each([
  ['a name that no file has', 'none', 'profile none: not found in the shared files'],
  ['single sign-on', 'sso', 'single sign-on and credential_process are not supported'],
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

test('nowhere', async () => {
  service.expect()
  await expect(find({ AWS_EC2_METADATA_DISABLED: 'true' })).rejects.toThrow('no keys in the environment')
})

test('an answer without keys names its host and nothing of it', async () => {
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
