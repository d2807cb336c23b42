import { expect, it } from 'vitest'
import { withCodeFragment } from './code-link.ts'

it('an address has its code in the fragment, and nowhere else', () => {
  const address = new URL(withCodeFragment('/taller/kanban?access_id=1', 'AC-23456789'), 'https://tienda.example')
  expect(address.hash).toBe('#codigo=AC-23456789')
  expect(address.pathname + address.search).toBe('/taller/kanban?access_id=1')
})

it('what is no code is left out: a masked one of a preview, and what the database has in its place', () => {
  for (const none of ['AC-••••••••', '', '00000000-0000-4000-8000-000000000000'])
    expect(withCodeFragment('/dama-assessment', none)).toBe('/dama-assessment')
})
