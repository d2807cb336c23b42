import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { saveLogo } from '#app/features/organisations/logo/manage-logo.server.ts'
import { projectRoot } from '#server/project-root.ts'
import { type DemoServices, unwrap } from './purchase.ts'

/** The demo company's logo, as its buyer would upload it. */
export async function uploadLogo(
  { db }: Pick<DemoServices, 'db'>,
  input: { userId: string; organisationId: string; now: Date },
): Promise<void> {
  // Only a new demo draws one in this process, and its decoder takes memory.
  const { read } = await import('#app/platform/pictures/make-logo.server.ts')
  await saveLogo(db, unwrap(await read(await readFile(join(projectRoot, 'server/demo/los-aromos.png')))), input)
}
