import { afterAll, beforeAll, expect, it } from 'vitest'
import { findProduct } from '#app/features/catalogue/catalogue.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { loadProductParts } from './load-product.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

async function partsOf(slug: string) {
  const product = await findProduct(database.db, slug)
  if (!product) throw new Error(`No product ${slug}`)
  return loadProductParts(database.db, product, 1)
}

it('a page names the guides that come with a result, and keeps their texts for who buys it', async () => {
  const { guides, workshop } = await partsOf('ciberseguridad-pyme')
  expect(guides).toEqual([
    { key: 'guia-incidente', title: 'Guía breve para actuar ante un incidente', for: 'buyer', when: 'always' },
  ])
  expect(workshop).toBeNull()
})

it('a page lists the lessons of a workshop once, apart from its other materials', async () => {
  const { guides, workshop } = await partsOf('taller-kanban')
  expect(workshop?.lessons).toHaveLength(7)
  expect(workshop?.lessons[1]).toBe('Ver el trabajo')
  expect(workshop?.materials).toEqual([
    'Plantilla de tablero inicial, para imprimir o copiar.',
    'Ficha de reglas del tablero y límites de trabajo en curso.',
    'Planilla para medir tiempos y bloqueos.',
    'Guía para la revisión semanal de quince minutos.',
  ])
  expect(guides).toEqual([])
})

it('a workshop in a group has no lessons, and all of its materials', async () => {
  const { workshop } = await partsOf('taller-tableros-que-se-entienden')
  expect(workshop?.lessons).toEqual([])
  expect(workshop?.materials.length).toBeGreaterThan(3)
})
