import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { clientAddressContext, type Services, servicesContext } from '#app/platform/services/services.server.ts'
import { seesMailbox } from './local-visit.server.ts'

const DEMO = { appUrl: 'http://localhost:3000', demo: true, mailServer: undefined }
const HERE = { settings: DEMO, from: '127.0.0.1', address: 'http://127.0.0.1:3000/demo/correo' }

function sees({ settings, from, address }: { settings: object; from: string; address: string }): boolean {
  const context = new RouterContextProvider()
  context.set(servicesContext, { settings } as Services)
  context.set(clientAddressContext, from)
  return seesMailbox(new Request(address), context)
}

it('is there on the machine of a demo that keeps its mails', () => {
  expect(sees(HERE)).toBe(true)
})

it.each([
  ['in a real shop', { settings: { ...DEMO, demo: false } }],
  ['where mails are really sent', { settings: { ...DEMO, mailServer: 'smtp.example:587' } }],
  ['for another machine', { from: '192.168.1.7' }],
  ['under the name of another site', { address: 'http://evil.example:3000/demo/correo' }],
  ['of a demo that others reach', { settings: { ...DEMO, appUrl: 'https://demo.example' } }],
])('is not there %s', (_, change) => {
  expect(sees({ ...HERE, ...change })).toBe(false)
})
