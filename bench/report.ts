import { openDatabases } from '#app/platform/database/database.server.ts'
import { type HttpVisitor, signedInVisitor } from '#tests/support/http-visitor.ts'
import { purchase } from './consolidated.ts'
import { type Figure, number } from './figures.ts'
import { heldFigure, meanwhile, type ProbedShop, withProbedShop } from './held-loop.ts'

const FEW = 10
const MANY = 999
const ROUNDS = 5

/**
 * The consolidated report and export of a thousand people while others load the home page: how long each takes, and the
 * event loop delay of the serving process meanwhile.
 */
export async function measureReport(): Promise<Figure[]> {
  return withProbedShop(async shop => {
    const databases = openDatabases(shop.databaseUrl, 4)
    try {
      const email = 'informes@example.cl'
      const visitor = await signedInVisitor(shop.url, shop.dataDir, email)
      const { rows } = await databases.ownerPool.query<{ id: string }>('select id from profiles where email = $1', [
        email,
      ])
      const itemOf = async (people: number) =>
        `/account/items/${(await purchase(databases, people, 'nominative', rows[0]?.id)).itemId}`
      const [small, large] = [await itemOf(FEW), await itemOf(MANY)]
      await databases.ownerPool.query('vacuum analyze')
      const measure = (name: string, path: string) => measureFile(name, { path, shop, visitor })
      const few = await measure(`report of ${FEW} people`, `${small}/report`)
      const many = await measure(`report of ${MANY} people`, `${large}/report`)
      const workbook = await measure(`workbook of ${MANY} people`, `${large}/data/xlsx`)
      const csv = await measure(`CSV of ${MANY} people`, `${large}/data/csv`)
      const board = await measure(`one page of ${MANY} people`, `${large}/board`)
      const slides = await measure(`presentation of ${MANY} people`, `${large}/slides`)
      const pack = [many, workbook, board, slides].reduce((sum, { seconds }) => sum + seconds, 0)
      const against = { peer: `${number(few.seconds)} s for ${FEW}`, ratio: many.seconds / few.seconds }
      return [
        ...few.figures({}),
        ...many.figures(against),
        ...[workbook, csv, board, slides].flatMap(({ figures }) => figures({})),
        {
          name: `whole pack of ${MANY} people: report, one page, presentation, workbook`,
          value: `${number(pack)} s`,
          measured: pack,
          aim: { most: 3 },
        },
      ]
    } finally {
      await databases.close()
    }
  })
}

type Target = { path: string; shop: ProbedShop; visitor: HttpVisitor }

async function measureFile(name: string, { path, shop, visitor }: Target) {
  // The first one starts the renderer and warms up caches.
  await fileSize(visitor, path)
  const {
    done: bytes,
    seconds,
    pages,
    held,
  } = await meanwhile(shop, async () => {
    let size = 0
    for (let round = 0; round < ROUNDS; round += 1) size = await fileSize(visitor, path)
    return size
  })
  const each = seconds / ROUNDS
  const figures = (against: Pick<Figure, 'peer' | 'ratio'>): Figure[] => [
    { name, value: `${number(each)} s, ${(bytes / 1024).toFixed(0)} KiB`, ...against },
    heldFigure(name, { pages, held }),
  ]
  return { figures, seconds: each }
}

async function fileSize(visitor: HttpVisitor, path: string): Promise<number> {
  const answer = await visitor.get(path)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.arrayBuffer()).byteLength
}
