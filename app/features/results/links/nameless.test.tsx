import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { holderWith } from '#app/features/organisations/logo/logo.test-support.ts'
import { loader as boardLoader } from '#app/features/results/shop/linked-board.ts'
import { loader as fileLoader } from '#app/features/results/shop/linked-report.ts'
import LinkedResults, { loader } from '#app/features/results/shop/linked-results.tsx'
import { loader as slidesLoader } from '#app/features/results/shop/linked-slides.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { type Services, servicesContext } from '#app/platform/services/services.server.ts'
import { openZip } from '#app/platform/sheets/zip.server.ts'
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { makeResultLink } from './manage-links.server.ts'
import { ASSIGNED, linkedFilePath, linkedPath } from './result-links.ts'

// Whoever has a link learns nobody's name or address: not from what is shown, nor from what is sent for it.

const renderer = createPdfRenderer()
let database: TestDatabase
let fields: string[]
beforeAll(async () => {
  database = await cloneDatabase()
  const { rows } = await database.ownerPool.query("select field from private.closed_fields('agilidad', 1)")
  fields = rows.map(({ field }) => field)
})
afterAll(() => Promise.all([renderer.close(), database.close()]))

const QUINTRAL = [
  'Quintral',
  'Zunilda',
  'Melivilu',
  'Yáñez-Ossa',
  'Ximénez',
  'Huenupi',
  'Wenuleo',
  'Ñancucheo',
  'Kürüf',
]
const WRITTEN = {
  note: 'Nota interna xq',
  reason: 'Motivo interno xq',
  hidden: 'Acción oculta xq',
  proposal: 'Propuesta descartada',
  decision: 'Decisión escrita xq',
}

const HOLDER = 'Agrícola Namuncura'
const LOGO_HASH = 'c0ffee'.repeat(11).slice(0, 64)

/** Gives the purchase to an organisation with a logo. */
async function handToOrganisation(itemId: string, userId: string): Promise<void> {
  const { logo } = await holderWith(600, 240)
  await database.ownerPool.query(
    `with made as (insert into organisations (name, created_at) values ($1, now()) returning id),
       member as (insert into organisation_members select id, $2, 'buyer', now() from made)
     update orders set organisation_id = made.id from made
     where orders.id = (select order_id from order_items where id = $3)`,
    [HOLDER, userId, itemId],
  )
  await database.ownerPool.query(
    `insert into organisation_logos (organisation_id, png, width, height, hash, updated_at, updated_by)
     select organisation_id, $2, $3, $4, $5, now(), $6 from order_items where id = $1`,
    [itemId, logo?.png, logo?.width, logo?.height, LOGO_HASH, userId],
  )
}

/** A purchase that everybody answered, with a plan that people answer for, and a link. Returns what must not be told. */
async function measure(mode: 'nominative' | 'confidential') {
  const pool = database.ownerPool
  const buyer = await createProfile(pool, { first_name: 'Aurelia', last_name: 'Compradora' })
  const product = await createProduct(pool, { questionnaireId: 'agilidad' })
  const purchase = {
    userId: buyer.id,
    productId: product.id,
    seats: 20,
    mode: 'business',
    company: 'Frutos Compradora',
  } as const
  const { item_id: itemId } = await createPaidItem(pool, purchase)
  await pool.query('update order_items set result_mode = $2 where id = $1', [itemId, mode])
  const item = { itemId, userId: buyer.id, questionnaireId: 'agilidad' }
  const ids = await completePeople(
    pool,
    item,
    QUINTRAL.map((_, one) => ({
      area: one < 5 ? 'Legal' : 'Ventas',
      answers: Object.fromEntries(fields.map((field, at) => [field, 1 + ((one + at) % 3)])),
    })),
  )
  const emails = QUINTRAL.map(
    (name, one) =>
      `persona.${one}@${name
        .toLowerCase()
        .normalize('NFD')
        .replaceAll(/[^a-z]/g, '')}.cl`,
  )
  await pool.query(
    `update user_accesses set first_name = 'Persona', last_name = name, invitee_name = 'Persona ' || name, email = address
     from unnest($1::uuid[], $2::text[], $3::text[]) as given (access_id, name, address) where id = access_id`,
    [ids, QUINTRAL, emails],
  )
  if (mode === 'confidential') await publish(database, item)
  await pool.query(
    `insert into plan_actions (order_item_id, field, kind, title, position, state, dropped_reason, owner_name, owner_email, due_on, note, hidden, created_at)
     values ($1, $2, 'find_out', 'Acordar el tablero', 0, 'todo', null, 'Persona Quintral', $4, '2026-12-21', $5, false, now()),
       ($1, $3, 'find_out', 'Descartada con motivo', 1, 'dropped', $6, 'Escrito Libremente', null, null, '', false, now()),
       ($1, null, null, 'Agregada por el equipo', 2, 'doing', null, null, null, null, $5, false, now()),
       ($1, null, null, $7, 3, 'todo', null, 'Escrito Libremente', 'libre@escrito.cl', null, '', true, now())`,
    [itemId, fields[0], fields[1], emails[0], WRITTEN.note, WRITTEN.reason, WRITTEN.hidden],
  )
  await pool.query(
    `insert into board_decisions (order_item_id, decisions)
     values ($1, jsonb_build_array(jsonb_build_object('title', $2::text, 'ask', '', 'who', 'Persona Secreta', 'work', '', 'due_on', null)))`,
    [itemId, WRITTEN.decision],
  )
  const token = await makeResultLink(database.db, {
    userId: buyer.id,
    itemId,
    now: new Date(),
    label: 'Para Hermenegilda',
    days: 7,
  })
  if (token === undefined) throw new Error('No link was made')
  await handToOrganisation(itemId, buyer.id)
  const secrets = [
    ...QUINTRAL,
    ...emails,
    buyer.email,
    'Aurelia',
    'Compradora',
    'Escrito Libremente',
    'libre@escrito.cl',
    'Hermenegilda',
    'secreta@example.cl',
    'Persona Secreta',
    HOLDER,
    LOGO_HASH,
    'Logo de',
    '<p:pic>',
  ]
  return { token, secrets: [...secrets, ...Object.values(WRITTEN)] }
}

/** All that a presentation says: its slides, notes and properties. */
function readSlides(file: Buffer): string {
  const archive = openZip(file)
  const numbered = Array.from({ length: 30 }, (_, at) => at + 1).flatMap(at => [
    `ppt/slides/slide${at}.xml`,
    `ppt/notesSlides/notesSlide${at}.xml`,
  ])
  return ['docProps/core.xml', 'docProps/app.xml', ...numbered]
    .map(name => archive?.read(name)?.toString() ?? '')
    .join(' ')
}

const argsAt = (path: string) => {
  const url = new URL(path, 'https://alhena.test')
  const context = new RouterContextProvider()
  const services = { db: database.db, pdf: renderer, log: createLog('info', () => undefined), now: () => new Date() }
  context.set(servicesContext, services as unknown as Services)
  return { request: new Request(url), url, context, params: {}, pattern: '/resultados' } as never
}

async function page(path: string) {
  const { data: loaderData } = await loader(argsAt(path))
  const Page = createRoutesStub([
    {
      path: '/resultados',
      Component: () => <LinkedResults {...({ loaderData } as unknown as ComponentProps<typeof LinkedResults>)} />,
    },
  ])
  return { sent: JSON.stringify(loaderData), html: renderToStaticMarkup(<Page initialEntries={[path]} />) }
}

it.each(['nominative', 'confidential'] as const)('of a %s purchase', { timeout: 90_000 }, async mode => {
  const { token, secrets } = await measure(mode)
  const views = [
    '',
    '&vista=directorio',
    '&vista=plan',
    '&vista=areas',
    '&vista=grupos',
    '&vista=preguntas',
    '&vista=personas',
    '&vista=ajustes',
    '&ronda=1',
  ]
  for (const view of views) {
    const { sent, html } = await page(`${linkedPath(token)}${view}`)
    expect(html).toContain('Resultados consolidados')
    for (const secret of secrets)
      expect([view, secret, sent.includes(secret), html.includes(secret)]).toEqual([view, secret, false, false])
    expect(html).not.toMatch(/href="\/account|<form|plan\.ics|data\/(csv|xlsx)/)
  }
  const plan = await page(`${linkedPath(token)}&vista=plan`)
  for (const text of [
    'Acordar el tablero',
    'Descartada con motivo',
    'Agregada por el equipo',
    ASSIGNED,
    'Para el 21-12-2026',
    'Sin responsable',
  ])
    expect(plan.html).toContain(text)
  expect(plan.html).not.toContain('Propuestas')
  const file = await fileLoader(argsAt(linkedFilePath(token, 'pdf')))
  const pdf = await readPdf(new Uint8Array(await file.arrayBuffer()))
  const text = [pdf.title, pdf.author, ...pdf.pages, ...pdf.bookmarks, JSON.stringify(pdf.structure)].join(' ')
  expect(text.replaceAll(/\s+/g, ' ')).toContain(ASSIGNED)
  expect(pdf.pages[0]).not.toContain(ASSIGNED)
  const board = await boardLoader(argsAt(linkedFilePath(token, 'pagina')))
  const paper = await readPdf(new Uint8Array(await board.arrayBuffer()))
  const onePage = [...paper.pages, JSON.stringify(paper.structure)].join(' ')
  expect(onePage).toContain('decisi')
  const slides = await slidesLoader(argsAt(linkedFilePath(token, 'presentacion')))
  const unpacked = readSlides(Buffer.from(await slides.arrayBuffer()))
  expect(unpacked).toContain(ASSIGNED)
  for (const said of [text, onePage, unpacked])
    for (const secret of secrets)
      expect([secret, said.replaceAll(/\s+/g, ' ').includes(secret)]).toEqual([secret, false])
})

it('of no link, page and file say the same of each, and where to go', async () => {
  for (const path of ['/resultados', `/resultados?token=${'A'.repeat(43)}`, '/resultados?token=x']) {
    expect(await loader(argsAt(path))).toMatchObject({ data: { closed: true }, init: { status: 404 } })
    expect((await page(path)).html).toContain(
      'El enlace no existe, venció o fue revocado. Pide uno nuevo a quien te lo envió.',
    )
    const file = await fileLoader(argsAt(path.replace('resultados', 'resultados/pdf')))
    expect([file.status, await file.text()]).toEqual([404, expect.stringContaining('venció o fue revocado')])
    for (const load of [boardLoader, slidesLoader]) expect((await load(argsAt(path))).status).toBe(404)
  }
})
