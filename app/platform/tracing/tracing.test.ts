import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { currentTracing, inSpan, startTracing } from './tracing.ts'

/** The modules that a process asks for when it starts tracing, or does not. */
function modulesOf(endpoint: string | undefined): string {
  const program = `
    import { registerHooks } from 'node:module'
    registerHooks({ resolve: (name, context, next) => (console.log(name), next(name, context)) })
    const { startTracing } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'tracing.ts')).href)})
    await startTracing(${JSON.stringify(endpoint)}, 'web')
    process.exit(0)`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
}

it('loads nothing of OpenTelemetry without an endpoint', () => {
  expect(modulesOf(undefined)).not.toContain('@opentelemetry')
  expect(modulesOf('http://127.0.0.1:4318')).toContain('@opentelemetry/sdk-trace')
})

it('leaves work as it is where nothing is traced', async () => {
  await startTracing(undefined, 'web')
  expect(currentTracing()).toBeUndefined()
  expect(await inSpan('work', { kind: 'internal' }, async () => 7)).toBe(7)
})
