import { openDatabases } from '#app/platform/database/database.server.ts'
import { workbook } from '#app/platform/sheets/workbook.test-support.ts'
import { createPaidItem, findProduct } from '#tests/support/factories.ts'
import { type HttpVisitor, signedInVisitor } from '#tests/support/http-visitor.ts'
import { type Figure, number } from './figures.ts'
import { counted } from './form-flood.ts'
import { heldFigure, meanwhile, withProbedShop } from './held-loop.ts'

const BUYERS = 4
/** Files that each of them sends, three at a time. */
const FILES = 15
const AT_ONCE = 3
/** Cells of one file: as many as a list may have, each of a text of its own. */
const CELLS = 100_000
const COLUMNS = 100

/**
 * Four buyers who upload the costliest lists that still are read, three at a time each: how long the event loop of the serving
 * process is held, and how long others wait for the cached home page meanwhile.
 */
export async function measureUploads(): Promise<Figure[]> {
  const file = await costlyList()
  return withProbedShop(async shop => {
    const databases = openDatabases(shop.databaseUrl, 4)
    try {
      const product = await findProduct(databases.ownerPool)
      const buyers = await Promise.all(
        Array.from({ length: BUYERS }, async (_, at) => {
          const email = `listas-${at}@example.cl`
          const visitor = await signedInVisitor(shop.url, shop.dataDir, email)
          const { rows } = await databases.ownerPool.query<{ id: string }>('select id from profiles where email = $1', [
            email,
          ])
          const userId = rows[0]?.id ?? ''
          const { item_id } = await createPaidItem(databases.ownerPool, { userId, productId: product.id, seats: 1000 })
          return { visitor, path: `/account/items/${item_id}/invitations` }
        }),
      )
      // The first one starts the process of uploads.
      for (const buyer of buyers.slice(0, 1)) await upload(buyer, file)
      const { done, seconds, pages, held } = await meanwhile(shop, async () => {
        const lines = buyers.flatMap(buyer => Array.from({ length: AT_ONCE }, () => buyer))
        const statuses = await Promise.all(
          lines.map(async buyer => {
            const answers: number[] = []
            for (let sent = 0; sent < FILES / AT_ONCE; sent += 1) answers.push(await upload(buyer, file))
            return answers
          }),
        )
        return statuses.flat()
      })
      const name = `${BUYERS * FILES} lists of ${number(CELLS)} cells`
      return [
        { name, value: `${number(seconds)} s, ${(file.length / 1024).toFixed(0)} KiB each, ${counted(done)}` },
        heldFigure(name, { held, pages }),
      ]
    } finally {
      await databases.close()
    }
  })
}

async function upload({ visitor, path }: { visitor: HttpVisitor; path: string }, file: Buffer<ArrayBuffer>) {
  const form = new FormData()
  form.set('people', '')
  form.set('file', new Blob([file]), 'personas.xlsx')
  const answer = await visitor.send(path, { method: 'POST', body: form })
  await answer.text()
  return answer.status
}

async function costlyList(): Promise<Buffer<ArrayBuffer>> {
  const cells = Array.from({ length: CELLS }, (_, at) => `<c t="s"><v>${at}</v></c>`)
  const rows = Array.from(
    { length: CELLS / COLUMNS },
    (_, at) => `<row>${cells.slice(at * COLUMNS, at * COLUMNS + COLUMNS).join('')}</row>`,
  )
  return workbook({
    sheet: rows.join(''),
    shared: Array.from({ length: CELLS }, (_, at) => `<si><t>persona${at}@example.cl</t></si>`).join(''),
  })
}
