import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { withoutUnused } from '../bundling/unused-features.ts'

const require = createRequire(import.meta.url)
const REACT_DOM = join(dirname(require.resolve('react-dom')), 'cjs/react-dom-client.production.js')

it('React keeps everything but transitions between views and references to fragments', async () => {
  const code = await readFile(REACT_DOM, 'utf8')
  const rest = withoutUnused(code, REACT_DOM)
  expect(code).toContain('ownerDocument.startViewTransition(')
  expect(rest).not.toContain('ownerDocument.startViewTransition(')
  expect(rest).toMatch(/function FragmentInstance\(\) \{ throw/)
  const namesOf = (text: string) => text.match(/(?<=^function )[\w$]+/gm) ?? []
  expect(namesOf(rest)).toEqual(namesOf(code))
})

it('a module without a feature to remove stays as it is', () => {
  expect(withoutUnused('future.unstable_customRouteDiscovery', '/app/home.tsx')).toBe(
    'future.unstable_customRouteDiscovery',
  )
})

it('a release that renames a function stops the build', async () => {
  const renamed = (await readFile(REACT_DOM, 'utf8')).replaceAll('startViewTransition', 'startTransitionOfViews')
  expect(() => withoutUnused(renamed, REACT_DOM)).toThrow('no longer has startViewTransition')
})
