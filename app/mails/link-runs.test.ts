import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linkRuns } from './link-runs.ts'

const origin = 'https://tienda.example'
const hrefs = (text: string) => linkRuns(text, origin).flatMap(run => run.href ?? [])

it('links addresses of the shop as paths, without a trailing full stop', () => {
  expect(linkRuns('Entra: https://tienda.example/auth/confirm?token=a&b=1#c.\nGracias', origin)).toEqual([
    { text: 'Entra: ', href: undefined },
    { text: 'https://tienda.example/auth/confirm?token=a&b=1#c', href: '/auth/confirm?token=a&b=1#c' },
    { text: '.\nGracias', href: undefined },
  ])
})

it.each([
  'https://evil.example/',
  'https://tienda.example.evil.example/',
  'https://tienda.example@evil.example/',
  'http://tienda.example/',
  'https://tienda.example:8443/',
  'https://tienda.example//evil.example',
  'https://tienda.example/\\evil.example',
  'javascript:alert(1)',
])('leaves %s as text, or links it only as a path of the shop', address => {
  for (const href of hrefs(`Mira ${address}`)) expect(new URL(href, origin).origin).toBe(origin)
  if (!address.startsWith(`${origin}/`)) expect(hrefs(`Mira ${address}`)).toEqual([])
})

it('loses no character of the text', () => {
  const text = fc
    .array(fc.oneof(fc.string(), fc.constant('https://tienda.example/x. '), fc.webUrl()))
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(
      text,
      input =>
        linkRuns(input, origin)
          .map(run => run.text)
          .join('') === input,
    ),
  )
})
