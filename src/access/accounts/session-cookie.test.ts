import { carriesSession, endedSessionCookie, sessionCookie, sessionIdIn } from './session-cookie.js'

test.each([
  ['https://gateway.example', '__Host-anywire_session=x; Path=/; HttpOnly; SameSite=Lax; Secure'],
  ['https://localhost', '__Host-anywire_session=x; Path=/; HttpOnly; SameSite=Lax; Secure'],
  ['http://gateway.example', '__Host-anywire_session=x; Path=/; HttpOnly; SameSite=Lax; Secure'],
  ['http://localhost.evil.test', '__Host-anywire_session=x; Path=/; HttpOnly; SameSite=Lax; Secure'],
  ['http://127.0.0.1:8787', 'anywire_session=x; Path=/; HttpOnly; SameSite=Lax'],
  ['http://[::1]:8787', 'anywire_session=x; Path=/; HttpOnly; SameSite=Lax'],
])('the cookie of %s', (origin, cookie) => {
  expect(sessionCookie('x', origin)).toBe(cookie)
})

test('the cookie of an ended session is gone at once', () => {
  expect(endedSessionCookie('http://localhost')).toBe('anywire_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
})

test('over HTTPS only the name with the prefix counts', () => {
  const headers = { cookie: 'a=b; anywire_session=planted; __Host-anywire_session=real' }
  expect(sessionIdIn(headers, 'https://gateway.example')).toBe('real')
  expect(sessionIdIn(headers, 'http://localhost')).toBe('planted')
  expect(sessionIdIn({ cookie: 'anywire_session=planted' }, 'https://gateway.example')).toBeUndefined()
  expect(carriesSession({ cookie: 'anywire_session=planted' })).toBe(true)
  expect(carriesSession({ cookie: 'xanywire_session=planted' })).toBe(false)
})
