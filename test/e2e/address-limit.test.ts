import { connect, type Socket } from 'node:net'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream } from './gateway.js'
import { closedWithin } from './flood.js'
import { until } from './waiting.js'

test('connections of one address are limited where the configuration says so; those of the own machine are not', async () => {
  const upstream = await new FakeUpstream().start()
  const gateway = await builtGateway(upstream.address, { limits: { connections_per_address: 5 } })
  const { hostname, port } = new URL(gateway.address)
  const open = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    socket.on('error', () => undefined).resume()
    await new Promise((resolve) => socket.once('connect', resolve))
    return socket
  }
  const serves = (socket: Socket): Promise<boolean> =>
    new Promise((resolve) => {
      socket.once('data', (chunk: Buffer) => {
        resolve(chunk.toString('latin1').startsWith('HTTP/1.1 200 '))
      })
      socket.once('close', () => {
        resolve(false)
      })
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    })
  const first: Socket[] = []
  for (let count = 0; count < 5; count++) first.push(await open('127.0.0.2'))
  expect(await Promise.all(first.map(serves))).toEqual([true, true, true, true, true])
  // 2,000 more hold up nobody and are told of once.
  const more = await Promise.all(Array.from({ length: 2000 }, () => open('127.0.0.2')))
  expect(await Promise.all(more.map((socket) => closedWithin(socket, 3000)))).not.toContain(false)
  for (const address of ['127.0.0.1', '127.0.0.3']) {
    const others = await Promise.all(Array.from({ length: address === '127.0.0.1' ? 20 : 5 }, () => open(address)))
    expect(await Promise.all(others.map(serves))).not.toContain(false)
    for (const socket of others) socket.destroy()
  }
  first.pop()?.destroy()
  await until('another one is let in', async () => {
    const socket = await open('127.0.0.2')
    const served = await serves(socket)
    socket.destroy()
    return served
  })
  await until(
    'it is told once',
    () => gateway.logLines().filter(({ message }) => String(message).includes('connections_per_address')).length === 1,
  )
  for (const socket of first) socket.destroy()
  await gateway.stop()
  await upstream.stop()
}, 30_000)
