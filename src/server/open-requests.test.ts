import { OpenRequests } from './open-requests.js'

test('tells each time that no request is open', () => {
  const requests = new OpenRequests()
  let told = 0
  requests.enter()
  requests.enter()
  requests.whenNone(() => told++)
  requests.leave()
  expect(told).toBe(0)
  requests.leave()
  expect(told).toBe(1)
  requests.enter()
  requests.leave()
  expect(told).toBe(2)
})

test('tells at once where none is open', () => {
  let told = 0
  new OpenRequests().whenNone(() => told++)
  expect(told).toBe(1)
})
