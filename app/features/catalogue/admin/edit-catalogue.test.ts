import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMovedCategories, findMovedProduct } from '#app/features/catalogue/addresses.server.ts'
import { findProduct as findListed } from '#app/features/catalogue/catalogue.server.ts'
import { NEW_CATEGORY } from '#app/features/catalogue/category-form.ts'
import { findDeliverables } from '#app/features/catalogue/deliverables.server.ts'
import { loadDemoCatalogue } from '#app/features/catalogue/load-catalogue.server.ts'
import { NEW_PRODUCT, type ProductValues } from '#app/features/catalogue/product-form.ts'
import { findProductProgram, findWorkshopContent } from '#app/features/catalogue/workshop-content.server.ts'
import { ownReceipt } from '#app/features/orders/own-receipt.server.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { announcedMinutes } from '#app/features/questionnaires/reading-time.ts'
import { findProductBySlug } from '#app/features/questionnaires/runs/runs.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { ownerDatabase } from '#app/platform/database/database.server.ts'
import content from '#content/agilidad.es.json' with { type: 'json' }
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, findProduct } from '#tests/support/factories.ts'
import {
  changeCategory,
  duplicateCategory,
  listCategoryChoices,
  moveCategory,
  saveCategory,
} from './categories.server.ts'
import { findEditedProduct } from './edited-product.server.ts'
import { changeProduct, duplicateProduct, saveProduct } from './manage-product.server.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

let database: TestDatabase
let ana: Admin
let rosa: Admin
let category: string

beforeAll(async () => {
  database = await cloneDatabase()
  const { ownerPool } = database
  ana = { kind: 'admin', userId: (await createProfile(ownerPool, { role: 'admin', first_name: 'Ana' })).id }
  rosa = {
    kind: 'admin',
    userId: (await createProfile(ownerPool, { role: 'admin', first_name: 'Rosa', last_name: 'Díaz' })).id,
  }
  category = (await listCategoryChoices(database.db))[0]?.id ?? ''
})
afterAll(() => database.close())

let count = 0
const newValues = (input: Partial<ProductValues> = {}): ProductValues => {
  count += 1
  return {
    ...NEW_PRODUCT,
    name: `Prueba ${count}`,
    slug: `prueba-${count}`,
    category_id: category,
    duration_min: '15',
    base_price_clp: '249.990',
    ...input,
  }
}
const COMPLETE = {
  description_short: 'Corta',
  description_long: 'Larga',
  outcomes: 'Uno [levels]\nDos [plan summary]',
  audience: 'Equipos',
  tags: 'IA, Datos, IA',
  questionnaire: 'agilidad',
}

const save = (values: ProductValues, product?: { id: string; version: number }, actor = ana) =>
  saveProduct(database, { actor, product, values })

async function create(input: Partial<ProductValues> = {}) {
  const saved = await save(newValues(input))
  if (!('id' in saved)) throw new Error(JSON.stringify(saved))
  return stored(saved.id)
}
async function stored(id: string) {
  const found = await asActor(database.db, ana, tx => findEditedProduct(tx, id))
  if (!found) throw new Error('No product')
  return found
}
async function auditOf(id: string) {
  const { rows } = await database.ownerPool.query<{ action: string; before: unknown; after: unknown; who: string }>(
    'select action, before, after, actor_user_id as who from audit_log where entity_id = $1 order by id',
    [id],
  )
  return rows
}
/** What came of it: 'ok', 'conflict', the wrong fields, or the text of the refusal. */
const outcomeOf = (work: Promise<object | string>): Promise<string> =>
  work.then(
    saved =>
      typeof saved === 'string' || 'id' in saved
        ? 'ok'
        : 'errors' in saved
          ? Object.keys(saved.errors ?? {}).join()
          : 'conflict',
    (error: Error) => error.message,
  )
const SLUG_TAKEN = 'Ese slug es, o fue, de otro producto: elige otro'
const NO_QUESTIONNAIRE = 'Elige un cuestionario de la lista'
const SOLD = 'Ya se vendió: su tipo y su cuestionario se quedan. Para usar otros, duplica el producto'
const NEEDS_CATEGORY = 'Un producto activo necesita una categoría activa'
const IN_USE = 'Tiene productos activos: muévelos a otra categoría o archívalos primero.'

describe('a product', () => {
  // shows: B3.2, B5.1
  it('starts as a hidden draft, and is on sale once it is complete', async () => {
    const draft = await create()
    expect(draft.values).toMatchObject({ status: 'draft', base_price_clp: '249990', tags: '' })
    expect(await findListed(database.db, draft.values.slug)).toBeUndefined()
    const refused = await save({ ...draft.values, status: 'active' }, draft)
    expect(Object.keys('errors' in refused ? refused.errors : {}).toSorted()).toEqual(
      ['audience', 'description_long', 'description_short', 'outcomes', 'questionnaire', 'tags'].toSorted(),
    )
    expect(await outcomeOf(save({ ...draft.values, ...COMPLETE, status: 'active' }, draft))).toBe('ok')
    expect(await findListed(database.db, draft.values.slug)).toMatchObject({
      outcomes: ['Uno', 'Dos'],
      tags: ['IA', 'Datos'],
      questionnaire_id: 'agilidad',
      questionnaire_version: null,
    })
  })

  it.each([
    ['what nothing keeps', 'Uno [levels]\nDos []', {}],
    ['a guide that it does not have', 'Uno [levels]\nDos [guide:otra]', {}],
    ['figures about several people to one alone', 'Dos [consolidated]', { allow_business: '' }],
    ['the program of a workshop', 'Dos [program]', {}],
  ])('is not on sale while it promises %s', async (_, outcomes, change) => {
    const draft = await create({ ...COMPLETE, ...change, outcomes })
    expect(draft.values.outcomes).toBe(outcomes)
    const refused = await save({ ...draft.values, status: 'active' }, draft)
    expect(refused).toEqual({
      errors: { outcomes: 'Nada de este producto cumple «Dos»: elige qué lo cumple, o quítalo' },
    })
    const kept = { ...draft.values, outcomes: 'Dos [plan]', status: 'active' }
    expect(await outcomeOf(save(kept, draft))).toBe('ok')
  })

  it('has its guides and its promises also as a copy', async () => {
    const { id } = await findProduct(database.ownerPool, 'ciberseguridad-pyme')
    const before = await stored(id)
    expect(before.values.outcomes).toContain('Guía breve para actuar ante un incidente [guide:guia-incidente]')
    const copy = await stored(await duplicateProduct(database, { actor: ana, id }))
    expect(copy.values.outcomes).toBe(before.values.outcomes)
    expect(await findDeliverables(database.db, copy.id)).toEqual(await findDeliverables(database.db, id))
    expect(await outcomeOf(save({ ...copy.values, status: 'active' }, copy))).toBe('ok')
  })

  it('is announced with the minutes of its questionnaire, not with those that are typed', async () => {
    const typed = { duration_min: '3', duration_max: '90' }
    const agilidad = announcedMinutes(questionnaireSchema.parse(content))
    const announced = { duration_min: String(agilidad), duration_max: String(agilidad) }
    const product = await create({ ...typed, questionnaire: 'agilidad' })
    expect(product.values).toMatchObject(announced)
    expect((await create({ questionnaire: 'agilidad@1', duration_min: '' })).values).toMatchObject(announced)
    expect((await create(typed)).values).toMatchObject(typed)
  })

  // shows: B5.1
  it.each([
    [{ name: ' ' }, 'name', 'Escribe el nombre'],
    [{ slug: 'Con Espacio' }, 'slug', 'Usa minúsculas sin tildes, números y guiones: de 2 a 80 caracteres'],
    [{ base_price_clp: '12.5' }, 'base_price_clp', 'Ingresa un monto en pesos, de 0 a 100.000.000'],
    [{ base_price_clp: '-1' }, 'base_price_clp', 'Ingresa un monto en pesos, de 0 a 100.000.000'],
    [{ duration_min: '20', duration_max: '10' }, 'duration_max', 'La duración máxima no puede ser menor que la mínima'],
    [{ min_seats: '5', max_seats: '4' }, 'max_seats', 'El máximo de personas no puede ser menor que el mínimo'],
    [
      { min_seats: '2', allow_business: '' },
      'min_seats',
      'Sin modo empresa se compra para una persona: el mínimo debe ser 1',
    ],
    [{ description_short: 'x'.repeat(161) }, 'description_short', 'Puede tener hasta 160 caracteres'],
    [{ image_url: '//evil.example/x.png' }, 'image_url', 'Esa imagen no es de la tienda'],
    [{ type: 'workshop', certificate_text: 'Hola {rut}' }, 'certificate_text', 'La tienda no conoce {rut}'],
    [
      { type: 'workshop', agenda: '[{"minutes":"x","title":"A","detail":""}]' },
      'agenda',
      'Bloque 1: escribe los minutos',
    ],
  ])('is refused with %j', async (wrong, field, message) => {
    const refused = await save(newValues(wrong))
    expect(refused).toMatchObject({ errors: { [field]: message } })
  })

  it("refuses unknown categories and questionnaires, and another product's slug", async () => {
    const other = await create()
    const unknown = '00000000-0000-4000-8000-00000000000a'
    expect(await outcomeOf(save(newValues({ category_id: unknown })))).toBe('Elige una categoría')
    expect(await outcomeOf(save(newValues({ questionnaire: 'no-existe' })))).toBe(NO_QUESTIONNAIRE)
    expect(await outcomeOf(save(newValues({ questionnaire: 'agilidad@99' })))).toBe(NO_QUESTIONNAIRE)
    expect(await outcomeOf(save(newValues({ slug: other.values.slug })))).toBe(SLUG_TAKEN)
    expect((await create({ questionnaire: 'agilidad@1' })).values.questionnaire).toBe('agilidad@1')
  })

  // shows: B3.2
  it("keeps a workshop's content as written, also under another slug", async () => {
    const workshop = await findProduct(database.ownerPool, 'taller-kanban')
    const before = await stored(workshop.id)
    expect(JSON.parse(before.values.agenda).length).toBeGreaterThan(3)
    const values = { ...before.values, slug: 'taller-kanban-2', materials: 'Tablero\nTarjetas' }
    expect(await outcomeOf(save(values, before))).toBe('ok')
    expect(await findProductProgram(database.db, workshop.id)).toMatchObject({ materials: ['Tablero', 'Tarjetas'] })
    expect(await stored(workshop.id)).toMatchObject({ values })
    expect(before.values.self_paced).toBe('si')
    expect(await findWorkshopContent(database.db, 'taller-kanban-2')).toMatchObject({ selfPaced: true })
    expect(await findWorkshopContent(database.db, 'taller-kanban')).toBeUndefined()
    expect((await findWorkshopContent(database.db, 'taller-ia-generativa-equipos'))?.selfPaced).toBe(false)
  })

  it('asks respondents for their age only once its setting says so', async () => {
    const product = await create(COMPLETE)
    expect(product.values.asks_age).toBe('')
    await save({ ...product.values, asks_age: 'si' }, product)
    expect((await stored(product.id)).values.asks_age).toBe('si')
    const { slug } = product.values
    expect(await findProductBySlug(database.db, slug)).toMatchObject({ asks_age: true })
    const copy = await stored(await duplicateProduct(database, { actor: ana, id: product.id }))
    expect(copy.values.asks_age).toBe('si')
    expect(await findProductBySlug(database.db, 'agilidad')).toMatchObject({ asks_age: false })
  })

  // shows: B7.1
  it('records in the audit log what changed, before and after, and who did it', async () => {
    const product = await create()
    await save({ ...product.values, name: 'Otro nombre', featured: 'si' }, product, rosa)
    expect((await auditOf(product.id))[1]).toEqual({
      action: 'assessment_edited',
      before: { name: product.values.name, featured: '' },
      after: { name: 'Otro nombre', featured: 'si', version: 2 },
      who: rosa.userId,
    })
  })

  // shows: B4.4
  it('is hidden when archived and a draft when restored; both are logged once, however often requested', async () => {
    const product = await create({ ...COMPLETE, status: 'active' })
    const change = (what: 'archive' | 'restore' | 'feature') =>
      changeProduct(database, { actor: ana, id: product.id, change: what })
    await Promise.all([change('archive'), change('archive')])
    expect(await findListed(database.db, product.values.slug)).toBeUndefined()
    await change('restore')
    await change('feature')
    expect((await stored(product.id)).values).toMatchObject({ status: 'draft', featured: 'si' })
    expect((await auditOf(product.id)).map(entry => entry.action)).toEqual([
      'assessment_created',
      'assessment_archived',
      'assessment_restored',
      'assessment_featured',
    ])
  })

  it('is copied as a draft with a name and slug of its own', async () => {
    const product = await create({ ...COMPLETE, status: 'active', featured: 'si' })
    const copies = [await copy(product.id), await copy(product.id)]
    expect(copies.map(({ values }) => [values.slug, values.status, values.featured, values.tags])).toEqual([
      [`${product.values.slug}-copia`, 'draft', '', 'IA, Datos'],
      [`${product.values.slug}-copia-2`, 'draft', '', 'IA, Datos'],
    ])
    expect(copies[0]?.values.name).toBe(`Copia de ${product.values.name}`)
  })
  async function copy(id: string) {
    return stored(await duplicateProduct(database, { actor: ana, id }))
  }
})

describe('two administrators at once', () => {
  it('show the second what the first changed, keep what was typed and allow a save after that', async () => {
    const product = await create({ description_short: 'Vieja', audience: 'Todos' })
    await save({ ...product.values, description_short: 'De Rosa', audience: 'Gerentes' }, product, rosa)
    await changeProduct(database, { actor: rosa, id: product.id, change: 'feature' })
    const mine = { ...product.values, description_short: 'De Ana', name: 'Nombre de Ana' }
    const refused = await save(mine, product)
    expect(refused).toMatchObject({
      conflict: {
        version: 3,
        by: 'Rosa Díaz',
        taken: ['featured', 'audience'],
        clashes: [{ field: 'description_short', mine: 'De Ana', theirs: 'De Rosa' }],
        values: { ...mine, audience: 'Gerentes', featured: 'si' },
      },
    })
    if (!('conflict' in refused)) throw new Error('No conflict')
    const { values, version } = refused.conflict
    expect(await outcomeOf(save(values, { id: product.id, version }))).toBe('ok')
    expect((await stored(product.id)).values).toMatchObject({ description_short: 'De Ana', audience: 'Gerentes' })
  })

  it('see the conflict before field errors', async () => {
    const product = await create()
    await save({ ...product.values, audience: 'Gerentes' }, product, rosa)
    expect(await outcomeOf(save({ ...product.values, name: '' }, product))).toBe('conflict')
  })

  it('who save concurrently write once', async () => {
    const product = await create()
    const both = await Promise.all([
      outcomeOf(save({ ...product.values, name: 'A' }, product)),
      outcomeOf(save({ ...product.values, name: 'B' }, product, rosa)),
    ])
    expect(both.toSorted()).toEqual(['conflict', 'ok'])
    expect((await stored(product.id)).version).toBe(2)
  })

  it('give one slug to one product', async () => {
    const slug = 'el-mismo-slug'
    const both = await Promise.all(
      [save(newValues({ slug })), save(newValues({ slug }), undefined, rosa)].map(outcomeOf),
    )
    expect(both.toSorted()).toEqual([SLUG_TAKEN, 'ok'])
  })

  it("can't put a product on sale in a category that is being archived", async () => {
    const made = await saveCategory(database, {
      actor: ana,
      category: undefined,
      values: { ...NEW_CATEGORY, name: 'Fugaz', slug: 'fugaz' },
    })
    const id = 'id' in made ? made.id : ''
    const draft = await create({ ...COMPLETE, category_id: id })
    const outcomes = await Promise.all([
      outcomeOf(changeCategory(database, { actor: rosa, id, change: 'archive' })),
      outcomeOf(save({ ...draft.values, status: 'active' }, draft)),
    ])
    expect(outcomes.filter(outcome => outcome === 'ok')).toHaveLength(1)
    expect([IN_USE, NEEDS_CATEGORY]).toContain(outcomes.find(outcome => outcome !== 'ok'))
  })
})

describe('a sold product', () => {
  it('keeps its type and questionnaire, and its name on existing orders', async () => {
    const product = await create({ ...COMPLETE, name: 'Como se vendió', status: 'active' })
    const buyer = await createProfile(database.ownerPool)
    const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id })
    const changed = { ...product.values, name: 'Como se llama hoy', base_price_clp: '1' }
    expect(await outcomeOf(save({ ...changed, questionnaire: 'liderazgo-360' }, product))).toBe(SOLD)
    expect(await outcomeOf(save({ ...changed, type: 'workshop', status: 'draft', questionnaire: '' }, product))).toBe(
      SOLD,
    )
    expect(await outcomeOf(save(changed, product))).toBe('ok')
    await changeProduct(database, { actor: ana, id: product.id, change: 'archive' })
    const receipt = await asActor(database.db, { kind: 'user', userId: buyer.id }, tx =>
      ownReceipt(tx, buyer.id, item.order_number),
    )
    expect(receipt?.items).toMatchObject([{ name: 'Como se vendió', subtotal_clp: 1000 }])
  })

  it('keeps the address of the governance questionnaire', async () => {
    const dama = await stored((await findProduct(database.ownerPool)).id)
    expect(await outcomeOf(save({ ...dama.values, slug: 'otra-direccion' }, dama))).toBe(
      'Este slug no cambia: de él depende la dirección /dama-assessment',
    )
  })
})

describe('a former address', () => {
  it('redirects to the product, is given to no other one, and can be taken back', async () => {
    const product = await create({ ...COMPLETE, status: 'active' })
    const [first, second] = [product.values.slug, `${product.values.slug}-nuevo`]
    await save({ ...product.values, slug: second }, product)
    expect(await findMovedProduct(database.db, first)).toEqual({ slug: second, status: 'active' })
    expect(await outcomeOf(save(newValues({ slug: first })))).toBe(SLUG_TAKEN)
    const moved = await stored(product.id)
    expect(await outcomeOf(save({ ...moved.values, slug: first }, moved))).toBe('ok')
    expect(await findMovedProduct(database.db, first)).toBeUndefined()
    expect(await findMovedProduct(database.db, second)).toEqual({ slug: first, status: 'active' })
  })

  it('of the demo is not filled again at the next start', async () => {
    const demo = await stored((await findProduct(database.ownerPool, 'agilidad')).id)
    await save({ ...demo.values, slug: 'agilidad-2' }, demo)
    await loadDemoCatalogue(ownerDatabase(database.ownerPool), 'content')
    const { rows } = await database.ownerPool.query("select slug from assessments where slug like 'agilidad%'")
    expect(rows).toEqual([{ slug: 'agilidad-2' }])
  })

  it('of a category redirects by slug and by name', async () => {
    const made = await saveCategory(database, {
      actor: ana,
      category: undefined,
      values: { ...NEW_CATEGORY, name: 'Gestión Ágil', slug: 'gestion-agil' },
    })
    const id = 'id' in made ? made.id : ''
    const values = { ...NEW_CATEGORY, name: 'Gestión', slug: 'gestion' }
    expect(await outcomeOf(saveCategory(database, { actor: ana, category: { id, version: 1 }, values }))).toBe('ok')
    expect(await findMovedCategories(database.db, ['gestion-agil', 'gestion agil', 'x'])).toEqual(
      new Map([
        ['gestion-agil', 'gestion'],
        ['gestion agil', 'gestion'],
      ]),
    )
  })
})

describe('a category', () => {
  // shows: B4.4
  it('is not archived while it has products on sale', async () => {
    const inUse = await listCategoryChoices(database.db)
    const { id = '' } = inUse.find(known => known.slug === 'liderazgo') ?? {}
    expect(await outcomeOf(changeCategory(database, { actor: ana, id, change: 'archive' }))).toBe(IN_USE)
  })

  it('moves one position at a time, also concurrently, and stays at the ends', async () => {
    const order = async () => {
      const { rows } = await database.ownerPool.query<{ id: string }>(
        'select id from categories order by "order", name, id',
      )
      return rows.map(row => row.id)
    }
    const before = await order()
    const [first = '', second = ''] = before
    const up = (id: string) => moveCategory(database, { actor: ana, id, direction: 'up' })
    expect(await up(first)).toMatchObject({ position: 1 })
    expect(await up(second)).toMatchObject({ position: 1 })
    expect((await order()).slice(0, 2)).toEqual([second, first])
    const last = before.at(-1) ?? ''
    await Promise.all([up(last), moveCategory(database, { actor: rosa, id: last, direction: 'up' }), up(last)])
    const after = await order()
    expect(after.indexOf(last)).toBe(before.length - 4)
    expect(after.toSorted()).toEqual(before.toSorted())
  })

  it('shows the second of two editors what the first changed', async () => {
    const made = await saveCategory(database, {
      actor: ana,
      category: undefined,
      values: { ...NEW_CATEGORY, name: 'Doble', slug: 'doble' },
    })
    const id = 'id' in made ? made.id : ''
    const edit = (description: string, actor: Admin) =>
      saveCategory(database, {
        actor,
        category: { id, version: 1 },
        values: { ...NEW_CATEGORY, name: 'Doble', slug: 'doble', description },
      })
    await edit('De Rosa', rosa)
    expect(await edit('De Ana', ana)).toMatchObject({
      conflict: { clashes: [{ field: 'description', theirs: 'De Rosa' }] },
    })
    const copied = await duplicateCategory(database, { actor: ana, id })
    expect((await listCategoryChoices(database.db)).find(known => known.id === copied)).toEqual({
      id: copied,
      name: 'Copia de Doble',
      slug: 'doble-copia',
      status: 'inactive',
    })
  })
})

it("an imported product that violates the form's rules is not copied", async () => {
  const product = await createProduct(database.ownerPool)
  await database.ownerPool.query("update assessments set description_short = repeat('x', 200) where id = $1", [
    product.id,
  ])
  expect(await outcomeOf(duplicateProduct(database, { actor: ana, id: product.id }))).toBe(
    'Tiene datos que el editor no acepta: ábrelo, corrígelo y vuelve a duplicarlo.',
  )
})
