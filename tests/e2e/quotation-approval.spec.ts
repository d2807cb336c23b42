import type { Browser, Page } from '@playwright/test'
import { openAccount } from './accounts.ts'
import { fillCart, quote } from './buyer.ts'
import { auditPage, expect, field, test } from './journey.ts'
import { addToCart, badge } from './shopping.ts'

const WIDTHS = [1440, 390]

/** A new client's quotation is open, with its link. */
async function shareQuotation(page: Page): Promise<string> {
  await openAccount(page, 'solicitante')
  const quotationId = await quote(page.request, await fillCart(page, ['agilidad']))
  await page.goto(`/account/quotations/${quotationId}`)
  // What comes next is named before what may follow later.
  const actions = page.getByRole('button', { name: /^(Enviar a aprobación|Abrir como carrito)$/ })
  await expect(actions).toHaveText(['Enviar a aprobación', 'Abrir como carrito'])
  await page.getByRole('button', { name: 'Enviar a aprobación' }).click()
  const link = await field(page, 'Enlace').inputValue()
  const mail = await page.getByRole('link', { name: 'Escribir un correo' }).getAttribute('href')
  expect(decodeURIComponent(mail ?? '')).toContain(link)
  return link
}

/** What is bought and the way to its approval are on the screen at the top and at the end of what is approved. */
async function staysInReach(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const approve =
      width >= 1024
        ? page.getByRole('button', { name: 'Aprobar la cotización' })
        : page.getByRole('link', { name: 'Aprobar', exact: true })
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
    await expect(approve).toBeInViewport({ ratio: 1 })
    await page.getByRole('heading', { name: 'Condiciones' }).scrollIntoViewIfNeeded()
    await expect(approve).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('link', { name: 'Aprobar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Aprobar' })).toBeInViewport()
  await page.setViewportSize(size)
}

/** Another browser, without an account. */
const openAsStranger = async (browser: Browser, link: string): Promise<Page> => {
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  return stranger
}

test('somebody without an account approves a quotation by its link, and pays it', { tag: '@full' }, async ({
  page,
  browser,
}) => {
  const link = await shareQuotation(page)
  await expect(field(page, 'Enlace')).toBeFocused()
  await auditPage(page, WIDTHS)
  const approver = await openAsStranger(browser, link)
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await expect(approver.getByRole('heading', { level: 1 })).toHaveText(number)
  await auditPage(approver, WIDTHS)

  const approval = approver.getByRole('region', { name: 'Aprobar' })
  await expect(approval.getByText('$119.990').first()).toBeVisible()
  await staysInReach(approver)
  await approval.getByRole('button', { name: 'Aprobar la cotización' }).click()
  await expect(approval.getByText('Escribe tu nombre')).toBeVisible()
  await field(approval, 'Tu nombre').fill('Carla Soto')
  await field(approval, 'Tu cargo').fill('Jefa de Compras')
  await approval.getByRole('textbox', { name: /^Número de orden de compra/ }).fill('4500012345')
  await approval.getByRole('button', { name: 'Aprobar la cotización' }).click()
  await expect(approver.getByText('Aprobaste la cotización')).toBeVisible()
  await auditPage(approver, WIDTHS)

  await approver.getByRole('link', { name: /^Pagar/ }).click()
  await auditPage(approver, WIDTHS)
  await approver.getByRole('checkbox', { name: /condiciones de compra/ }).check()
  await approver.getByRole('button', { name: 'Pagar por transferencia' }).click()
  await expect(approver.getByRole('heading', { name: 'Pagar por transferencia' })).toBeVisible()
  await auditPage(approver, WIDTHS)
  await approver.getByRole('button', { name: 'Pagar con tarjeta' }).click()
  await approver.getByRole('button', { name: 'Anular', exact: true }).click()
  await expect(approver.getByText('Cancelaste el pago. No se hizo ningún cobro.')).toBeVisible()
  await approver.getByRole('link', { name: /^Pagar/ }).click()
  await approver.getByRole('button', { name: 'Pagar con tarjeta' }).click()
  await approver.getByRole('button', { name: 'Autorizar', exact: true }).click()
  await expect(approver.getByText('Esta cotización está pagada')).toBeVisible()
  await auditPage(approver, WIDTHS)
  await approver.context().close()

  await page.reload()
  await expect(page.getByText('Comprada')).toBeVisible()
  await expect(page.getByText('Carla Soto, Jefa de Compras')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retirar enlace' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Crear un enlace nuevo' })).toHaveCount(0)
  await page.goto('/account/orders')
  await page.getByRole('link', { name: /orden ALH-/ }).click()
  await expect(page.getByRole('main').getByText('4500012345')).toBeVisible()
})

test('a quotation paid by its link empties the cart that it was made of', { tag: '@full' }, async ({
  page,
  browser,
}) => {
  await openAccount(page, 'solicitante')
  await addToCart(page, 'agilidad')
  await page.goto('/account/quotations/new')
  await page.getByRole('button', { name: 'Crear cotización' }).click()
  await page.getByRole('button', { name: 'Enviar a aprobación' }).click()
  const approver = await openAsStranger(browser, await field(page, 'Enlace').inputValue())
  await page.goto('/')
  await expect(badge(page)).toHaveText('1')
  await field(approver.getByRole('region', { name: 'Aprobar' }), 'Tu nombre').fill('Carla Soto')
  await field(approver, 'Tu cargo').fill('Jefa de Compras')
  await approver.getByRole('button', { name: 'Aprobar la cotización' }).click()
  await approver.getByRole('link', { name: /^Pagar/ }).click()
  await approver.getByRole('checkbox', { name: /condiciones de compra/ }).check()
  await approver.getByRole('button', { name: 'Pagar con tarjeta' }).click()
  await approver.getByRole('button', { name: 'Autorizar', exact: true }).click()
  await expect(approver.getByText('Esta cotización está pagada')).toBeVisible()
  await approver.context().close()

  await page.goto('/')
  await expect(page.getByText(/^La cotización COT-\d{4}-\d{6} ya está pagada/)).toBeVisible()
  await expect(badge(page)).toHaveText('')
})

test('a link shows no more than its quotation, and nothing once it is withdrawn', { tag: '@full' }, async ({
  page,
  browser,
}) => {
  const link = await shareQuotation(page)
  const stranger = await openAsStranger(browser, link)
  const shown = await stranger.request.get(link)
  expect(shown.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': expect.stringContaining('no-store'),
  })
  const pdf = await stranger.request.get(link.replace('/cotizacion?', '/cotizacion/pdf?'))
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  const comment = stranger.getByRole('region', { name: 'Comentar o rechazar' })
  await field(comment, 'Tu nombre').fill('Diego Paz')
  await field(comment, 'Comentario').fill('¿Puede ser para cinco personas?')
  await comment.getByRole('button', { name: 'Enviar comentario' }).click()
  await expect(stranger.getByText('Enviamos tu comentario')).toBeVisible()

  await page.reload()
  await expect(page.getByText('¿Puede ser para cinco personas?')).toBeVisible()
  await page.getByRole('button', { name: 'Retirar enlace' }).click()
  await expect(page.getByText('Retiraste el enlace')).toBeVisible()
  await field(comment, 'Tu nombre').fill('Diego Paz')
  await field(comment, 'Comentario').fill('¿Y ahora?')
  await comment.getByRole('button', { name: 'Rechazar' }).click()
  await expect(stranger.getByText('Quien pidió esta cotización retiró el enlace', { exact: false })).toBeVisible()
  expect((await stranger.request.get(link.replace('/cotizacion?', '/cotizacion/pdf?'))).status()).toBe(404)
  await stranger.goto('/cotizacion?token=inventado')
  await expect(stranger.getByText('Este enlace no existe', { exact: false })).toBeVisible()
  await auditPage(stranger, WIDTHS)
  await stranger.context().close()
})
