import { expect, it } from 'vitest'
import routes from '#app/routes.ts'
import { routePatterns } from '#tests/support/fuzz-routes.ts'
import { createRouteNames } from './route-rules.ts'

const nameOf = createRouteNames(routes)

it.each([...new Set(routePatterns())])('names an address of %s by its pattern', pattern => {
  const address = pattern.replaceAll(/:\w+/g, 'Abc-1').replace('*', 'x/y')
  expect([nameOf(address), nameOf(address)]).toEqual([pattern, pattern])
})

it.each([
  ['/', '/'],
  ['/_.data', '/'],
  ['/Assessment/dama.data', '/assessment/:slug'],
  ['/wp-login.php', '/*'],
  ['/assets/root-B3x.js', '/assets/*'],
  [`/${'x'.repeat(10_000)}`, '/*'],
])('names %s %s', (address, name) => {
  expect(nameOf(address)).toBe(name)
})
