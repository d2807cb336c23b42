import { setTimeout } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { Pool } from 'pg'
import { writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { type Acts, countActs } from './acts.ts'
import type { Figure } from './figures.ts'
import { withShop } from './shop.ts'

const ADMIN = { ADMIN_EMAIL: 'admin@alhena.test', ADMIN_PASSWORD: 'una clave larga', DEMO_COMPANY: '1' }

/** Acts and seconds of the same task in the release before the lists were dense, counted with the same model. */
type Before = { acts: number; seconds: number }
type Task = { name: string; before: Before; run: (acts: Acts, page: Page) => Promise<void> }

const main = (page: Page) => page.getByRole('main')
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name }).first()
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).first()
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Administración' }).getByRole('link', { name, exact: true })

/** Types into the search of every page, and opens a result. */
async function find(acts: Acts, page: Page, text: string, result?: RegExp) {
  await acts.type(page.getByRole('banner').getByPlaceholder('Buscar...'), text)
  await acts.press('Enter')
  await page.waitForURL(/\/admin\/search/)
  if (result) await acts.click(link(page, result))
}

/** A working day of the shop's staff: twelve tasks on the demo shop, each from the dashboard on. */
const TASKS: readonly Task[] = [
  {
    name: "say why a person can't enter, and let them in",
    before: { acts: 10, seconds: 52 },
    async run(acts, page) {
      await acts.click(menu(page, 'Accesos'))
      await acts.click(link(page, '¿Por qué no puede entrar?'))
      await acts.type(page.getByLabel('Correo, RUT, nombre, código u orden'), 'marcela@losaromos.example')
      await acts.press('Enter')
      await acts.click(button(page, 'Desbloquear ahora'))
      await main(page).getByText('Puede volver a probar de inmediato').waitFor()
    },
  },
  {
    name: 'what a company has spent, net of refunds, by its RUT',
    before: { acts: 10, seconds: 37 },
    async run(acts, page) {
      await find(acts, page, '76.543.210-3')
      await main(page)
        .getByRole('region', { name: 'Empresas' })
        .getByText(/\$\d[\d.]{6,}/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'refund part of an order',
    before: { acts: 9, seconds: 38 },
    async run(acts, page) {
      await find(acts, page, '1470000', /^ALH/)
      await acts.click(link(page, 'Reembolsar…'))
      await acts.click(main(page).getByRole('radio', { name: /^Una parte/ }))
      await acts.type(main(page).getByRole('textbox', { name: /^Monto en pesos/ }), '50000')
      await acts.type(main(page).getByRole('textbox', { name: /^Motivo/ }), 'Una persona menos')
      await acts.type(main(page).getByRole('textbox', { name: /^Tu contraseña/ }), ADMIN.ADMIN_PASSWORD)
      await acts.click(button(page, /^Reembolsar$/))
      await main(page).getByText('Se devolvieron $50.000').waitFor()
    },
  },
  {
    name: "give a company's people ninety more days",
    before: { acts: 8, seconds: 27 },
    async run(acts, page) {
      await acts.click(menu(page, 'Accesos'))
      await acts.choose(main(page).getByRole('combobox', { name: 'Cliente' }), /Viña Los Aromos/)
      await page.waitForURL(/cliente?=|client=/)
      await acts.click(main(page).getByRole('checkbox', { name: /^Todo lo que coincide/ }))
      await acts.click(button(page, 'Extender el plazo'))
      await acts.click(button(page, /^Extender/))
      await main(page)
        .getByText(/accesos? (extendid|vence)/i)
        .first()
        .waitFor()
    },
  },
  {
    name: 'import people from the second sheet of a workbook',
    before: { acts: 13, seconds: 42 },
    async run(acts, page) {
      const people = ['Nombre', 'Apellido', 'Correo', 'Cargo', 'Área'].map(label => ({ label, width: 20 }))
      const cover = { name: 'Portada', columns: [{ label: 'Nómina', width: 20 }], rows: [['Noviembre']] }
      const buffer = await writeWorkbook([
        cover,
        { name: 'Equipo', columns: people, rows: [['Ana', 'Díaz', 'ana@losaromos.example', 'Analista', 'Ventas']] },
      ])
      await acts.click(menu(page, 'Accesos'))
      await acts.click(link(page, 'Importar CSV'))
      const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      await acts.upload(page.getByLabel('O elige un archivo'), { name: 'nomina.xlsx', mimeType, buffer })
      await acts.click(button(page, 'Revisar lista'))
      await acts.click(button(page, /^Elegir IA Generativa/))
      const reading = main(page).getByRole('region', { name: 'Hoja y columnas' })
      await acts.choose(reading.getByRole('combobox', { name: 'Hoja' }), 'Equipo')
      await acts.click(reading.getByRole('button', { name: 'Leer así' }))
      await acts.click(button(page, 'Invitar a 1 persona'))
      await main(page).getByText('Invitamos a 1 persona').waitFor()
    },
  },
  {
    name: 'add a sentence to the invitation, and see it in a mailbox',
    before: { acts: 8, seconds: 41 },
    async run(acts, page) {
      await acts.click(menu(page, 'Contenidos'))
      await acts.click(link(page, 'Correos'))
      await acts.click(link(page, 'Invitación a responder'))
      await acts.append(
        main(page)
          .getByRole('textbox', { name: /^Párrafo \d+$/ })
          .last(),
        ' Si tienes dudas, responde este correo.',
      )
      await acts.click(button(page, /prueba/))
      await acts.click(button(page, /^Publicar/))
      await main(page)
        .getByRole('status')
        .filter({ hasText: /Publica|publica/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'an order by hand for a known client',
    before: { acts: 23, seconds: 104 },
    async run(acts, page) {
      await find(acts, page, 'Antonia Fuentes', /^Antonia Fuentes/)
      await acts.click(link(page, 'Nueva orden'))
      await acts.choose(main(page).getByRole('combobox', { name: 'Producto' }).first(), 'Madurez Ágil de Equipos')
      await acts.type(main(page).getByRole('textbox', { name: 'Personas' }).first(), '5')
      await acts.click(button(page, 'Calcular el precio'))
      await acts.click(main(page).getByRole('checkbox', { name: /^El cliente aceptó/ }))
      await acts.click(button(page, /^Crear la orden/))
      await main(page).getByRole('heading', { level: 1, name: /^ALH-/ }).waitFor()
    },
  },
  {
    name: "the month's books for the accountant",
    before: { acts: 16, seconds: 65 },
    async run(acts, page) {
      await acts.click(link(page, 'Reportes'))
      await acts.choose(main(page).getByRole('combobox', { name: 'Mes' }), /^octubre|^noviembre/)
      const file = page.waitForEvent('download')
      await acts.click(
        main(page).getByRole('region', { name: 'Libro de ventas' }).getByRole('button', { name: 'Descargar Excel' }),
      )
      await file
    },
  },
  {
    name: 'the list of each morning: pending orders of companies, largest first',
    before: { acts: 5, seconds: 18 },
    async run(acts, page) {
      await acts.click(menu(page, 'Órdenes'))
      await acts.click(link(page, 'Cada mañana'))
      await page.waitForURL(/mode=business/)
    },
  },
  {
    name: 'publish the reviews that wait',
    before: { acts: 3, seconds: 9 },
    async run(acts, page) {
      await acts.click(link(page, /opini/i))
      await acts.click(main(page).getByRole('checkbox', { name: 'Seleccionar la página' }))
      await acts.click(button(page, 'Publicar'))
      await main(page)
        .getByText(/publicada/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'send the receipt of an order again, whatever its state',
    before: { acts: 12, seconds: 71 },
    async run(acts, page) {
      await find(acts, page, '1470000', /^ALH/)
      await acts.click(button(page, 'Reenviar Comprobante'))
      await main(page).getByText('El comprobante va en camino').waitFor()
    },
  },
  {
    name: 'a questionnaire like another one, with a title and a question of its own',
    before: { acts: 15, seconds: 71 },
    async run(acts, page) {
      await acts.click(menu(page, 'Contenidos'))
      await acts.click(link(page, 'Nuevo cuestionario'))
      await acts.type(main(page).getByRole('textbox', { name: 'Título' }), 'Madurez de Ventas')
      await acts.choose(main(page).getByRole('combobox', { name: 'Comenzar con' }), 'Copia de Madurez Ágil de Equipos')
      await acts.click(button(page, 'Crear borrador'))
      await page.waitForURL(/\/draft/)
      await acts.click(link(page, /^1\. /))
      await acts.type(
        main(page)
          .getByRole('textbox', { name: /^Pregunta/ })
          .first(),
        '¿Cada cuánto hablas con tus clientes?',
      )
      await acts.click(link(page, 'Revisar y publicar'))
      await acts.click(button(page, /^Publicar$/))
      await main(page)
        .getByText(/Versión 1/)
        .first()
        .waitFor()
    },
  },
]

/** The morning's view, and a person who was wrong too often: what the tasks find in the shop. */
async function prepare(databaseUrl: string, page: Page, url: string) {
  const pool = new Pool({ connectionString: databaseUrl })
  const block = () =>
    pool.query(
      `insert into access_refusals (access_id, reason, counted_as, at)
       select id, 'too_many', 'bench', now() from user_accesses where email = 'marcela@losaromos.example' and status = 'active'`,
    )
  // The demo's company is filled while the shop already serves.
  for (let tries = 0; (await block()).rowCount === 0; tries += 1) {
    if (tries > 100) throw new Error('The demo has no company')
    await setTimeout(200)
  }
  await pool.end()
  await page.goto(`${url}/auth`)
  await page.getByLabel('Email').fill(ADMIN.ADMIN_EMAIL)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(ADMIN.ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.waitForURL(address => !address.pathname.startsWith('/auth'))
  await page.goto(`${url}/admin/orders?status=pending&mode=business&sort=mayor-total&periodo=todo`)
  await page.getByText('Guardar vista').click()
  await page.getByRole('textbox', { name: 'Nombre de la vista' }).fill('Cada mañana')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('link', { name: 'Cada mañana' }).waitFor()
}

const toFigure = (name: string, done: Before, before: Before): Figure => ({
  name,
  value: `${done.acts} acts, ${done.seconds} s`,
  peer: `${before.acts} acts, ${before.seconds} s before`,
  ratio: done.acts / before.acts,
})

/** Acts of a working day in the back office beside those of the release before. A busy machine adds waiting. */
export async function measureWorkingDay(): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] })
  try {
    return await withShop(async ({ url, databaseUrl }) => {
      const page = await browser.newPage({
        viewport: { width: 1440, height: 900 },
        locale: 'es-CL',
        reducedMotion: 'reduce',
      })
      page.setDefaultTimeout(8000)
      await prepare(databaseUrl, page, url)
      const acts = countActs(page)
      const figures: Figure[] = []
      const total = { acts: 0, seconds: 0, actsBefore: 0, secondsBefore: 0 }
      for (const { name, before, run } of TASKS) {
        await page.goto(`${url}/admin`)
        await page.waitForLoadState('networkidle')
        const start = performance.now()
        try {
          await run(acts, page)
        } catch (error) {
          throw new Error(`In «${name}»`, { cause: error })
        }
        const done = acts.take()
        const seconds = Math.round(done.seconds + (performance.now() - start) / 1000)
        figures.push(toFigure(name, { acts: done.acts, seconds }, before))
        total.acts += done.acts
        total.seconds += seconds
        total.actsBefore += before.acts
        total.secondsBefore += before.seconds
      }
      const before = { acts: total.actsBefore, seconds: total.secondsBefore }
      figures.push({ ...toFigure('the whole working day', total, before), aim: { most: 0.5 } })
      return figures
    }, ADMIN)
  } finally {
    await browser.close()
  }
}
