import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerDatabase } from '#app/platform/database/database.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { catalogueFileSchema } from './catalogue-schema.server.ts'
import { findDeliverables } from './deliverables.server.ts'
import { loadDemoCatalogue } from './load-catalogue.server.ts'
import { findWorkshop } from './workshop-content.server.ts'

let database: TestDatabase
const load = () => loadDemoCatalogue(ownerDatabase(database.ownerPool), 'content')
const rowOf = async (slug: string) =>
  (await database.ownerPool.query('select * from assessments where slug = $1', [slug])).rows[0]

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

describe('loading the demo shop again', () => {
  it('changes nothing', async () => {
    const before = (await database.ownerPool.query('select * from assessments order by slug')).rows
    await load()
    expect((await database.ownerPool.query('select * from assessments order by slug')).rows).toEqual(before)
    expect(before).toHaveLength(18)
  })

  it('leaves what an administrator changed or deleted', async () => {
    await database.ownerPool.query(
      "update assessments set name = 'Otro nombre', base_price_clp = 1 where slug = 'agilidad'",
    )
    await database.ownerPool.query("update assessments set deleted_at = now() where slug = 'taller-kanban'")
    await database.ownerPool.query("update categories set name = 'Personas' where slug = 'liderazgo'")
    await load()
    expect(await rowOf('agilidad')).toMatchObject({ name: 'Otro nombre', base_price_clp: 1 })
    expect((await rowOf('taller-kanban')).deleted_at).not.toBeNull()
    const { rows } = await database.ownerPool.query("select name from categories where slug = 'liderazgo'")
    expect(rows).toEqual([{ name: 'Personas' }])
  })

  it('adds what is missing', async () => {
    await database.ownerPool.query("delete from assessments where slug = 'cultura-analitica'")
    await load()
    expect(await rowOf('cultura-analitica')).toMatchObject({ status: 'active', questionnaire_id: 'cultura-analitica' })
  })
})

describe('what a product delivers', () => {
  it('is loaded with it', async () => {
    const row = await rowOf('ciberseguridad-pyme')
    expect(row.kept_by).toEqual([['levels'], ['plan'], ['guide:guia-incidente']])
    const { guides } = await findDeliverables(database.db, row.id)
    expect(guides).toMatchObject([{ key: 'guia-incidente', for: 'buyer', when: 'always' }])
  })

  it.each([
    ['a guide that is not there', ['guide:otra'], 'Nothing of agilidad keeps: Uno (guide:otra)'],
    ['the program of a workshop', ['levels', 'program'], 'Nothing of agilidad keeps: Uno (levels, program)'],
  ])('is not %s', async (_, keptBy, message) => {
    const directory = await mkdtemp(join(tmpdir(), 'content-'))
    await cp('content', directory, { recursive: true })
    const file = JSON.parse(await readFile('content/catalogue.es.json', 'utf8'))
    const products = file.products.map((product: { slug: string }) =>
      product.slug === 'agilidad' ? { ...product, outcomes: [{ text: 'Uno', keptBy }] } : product,
    )
    await writeFile(join(directory, 'catalogue.es.json'), JSON.stringify({ ...file, products }))
    await expect(loadDemoCatalogue(ownerDatabase(database.ownerPool), directory)).rejects.toThrow(message)
    await rm(directory, { recursive: true })
  })
})

describe("a product's questionnaire", () => {
  it('is set only where it has been published', async () => {
    await database.ownerPool.query("delete from assessments where slug = 'agilidad'")
    await database.ownerPool.query("update assessments set questionnaire_id = null where questionnaire_id = 'agilidad'")
    await withoutQuestionnaire('agilidad', async () => {
      await load()
      expect((await rowOf('agilidad')).questionnaire_id).toBeNull()
    })
    await load()
    expect((await rowOf('agilidad')).questionnaire_id).toBe('agilidad')
  })

  it('is not set again on a product that somebody has edited', async () => {
    await database.ownerPool.query("update assessments set questionnaire_id = null where slug = 'ia-madurez'")
    await load()
    expect((await rowOf('ia-madurez')).questionnaire_id).toBeNull()
  })
})

/**
 * A questionnaire's name is its key, and versions can't change: the row is renamed and restored with triggers disabled.
 */
async function withoutQuestionnaire(id: string, work: () => Promise<void>): Promise<void> {
  const rename = (from: string, to: string) =>
    database.ownerPool.query(
      `set session_replication_role = replica;
       update questionnaires set id = '${to}' where id = '${from}';
       set session_replication_role = origin`,
    )
  await rename(id, 'aparte')
  await work()
  await rename('aparte', id)
}

describe('the content', () => {
  const read = async () => JSON.parse(await readFile('content/catalogue.es.json', 'utf8'))

  it('has 18 products in five categories, three of them for groups only', async () => {
    const file = catalogueFileSchema.parse(await read())
    expect([file.categories.length, file.products.length]).toEqual([5, 18])
    expect(file.products.filter(product => product.min_seats > 1)).toHaveLength(3)
  })

  it.each([
    ['an unknown category', { category: 'otra' }],
    ['a slug twice', { slug: 'agilidad' }],
    ['limits that exclude each other', { min_seats: 9, max_seats: 3 }],
    ['a longest time below the shortest', { duration_min: 20, duration_max: 10 }],
    ['several seats for one person', { allow_business: false, min_seats: 2, max_seats: 5 }],
    ['a fraction of a peso', { base_price_clp: 10.5 }],
  ])('refuses %s', async (_, change) => {
    const file = await read()
    file.products[0] = { ...file.products[0], ...change }
    expect(catalogueFileSchema.safeParse(file).success).toBe(false)
  })

  it('says what each workshop delivers, in the time that its product promises', async () => {
    const file = catalogueFileSchema.parse(await read())
    for (const product of file.products.filter(input => input.type === 'workshop')) {
      const minutes = findWorkshop(product.slug)?.agenda.reduce((sum, block) => sum + block.minutes, 0)
      expect(minutes, product.slug).toBe(product.duration_min)
    }
  })
})
