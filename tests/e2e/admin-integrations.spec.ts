import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { confirmIdentity, openAccount, signIn } from './accounts.ts'
import { buyForNothing, fillCart } from './buyer.ts'
import { auditPage, expect, expectNoSidewaysScroll, field, test } from './journey.ts'

type Received = { headers: Record<string, string | string[] | undefined>; body: string }

/** The customer's system: a separate program on this machine. */
async function openReceiver() {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await buffer(request).then(bytes => bytes.toString('utf8')) })
    response.end('recibido')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { url: `http://localhost:${address.port}/alhena`, received, server }
}

/** Whether one of the signatures is valid (Standard Webhooks). */
function isGenuine({ headers, body }: Received, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

// shows: B2.74
test('a webhook is added, tested, called for a purchase, given a new secret and removed', { tag: '@full' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const receiver = await openReceiver()
  await signIn(page, 'admin@alhena.test')
  await page.goto('/admin/integrations')
  await expect(page.getByRole('heading', { level: 1, name: 'Integraciones' })).toBeVisible()
  await page.getByRole('link', { name: 'Nuevo webhook' }).first().click()

  await page.getByRole('button', { name: 'Crear webhook' }).click()
  await expect(page.getByText('Ingresa la dirección')).toBeVisible()
  await expect(page.getByText('Elige al menos un evento')).toBeVisible()
  const url = page.getByRole('textbox', { name: /^Dirección/ })
  await expect(url).toBeFocused()
  await url.fill('https://169.254.169.254/latest/meta-data/')
  await page.getByRole('checkbox', { name: /Orden pagada/ }).check()
  await page.getByRole('button', { name: 'Crear webhook' }).click()
  await expect(page.getByText('La dirección debe ser pública en internet')).toBeVisible()
  await auditPage(page)
  const name = `Sistema contable ${Date.now()}`
  await url.fill(receiver.url)
  await page.getByRole('textbox', { name: /^Descripción/ }).fill(name)
  await expect(page.getByRole('checkbox', { name: /Orden pagada/ })).toBeChecked()
  await page.getByRole('button', { name: 'Crear webhook' }).click()
  await expect(page.getByText('Guarda el secreto de firma: no se vuelve a mostrar')).toBeVisible()
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
  await page.getByRole('link', { name: 'Ir al webhook' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(await page.content()).not.toContain(secret)

  await page.getByRole('button', { name: 'Enviar prueba' }).click()
  await expect(page.getByText(/^Prueba en camino/)).toBeVisible()
  // Purchases of other journeys in the same shop arrive here, too.
  const tests = () => receiver.received.filter(({ body }) => body.includes('"webhook.test"'))
  await expect.poll(() => tests().length).toBe(1)
  expect(isGenuine(tests()[0] ?? { headers: {}, body: '' }, secret)).toBe(true)

  const buyer = await browser.newPage({ baseURL: baseURL ?? '' })
  await openAccount(buyer, 'integra')
  await buyForNothing(buyer.request, await fillCart(buyer, ['dama-assessment']))
  await buyer.close()
  const paid = () => receiver.received.filter(({ body }) => body.includes('"order.paid"'))
  await expect.poll(() => paid().length).toBeGreaterThanOrEqual(1)
  for (const message of receiver.received) expect(isGenuine(message, secret)).toBe(true)

  await page.getByRole('button', { name: 'Cambiar el secreto' }).click()
  await expect(page.getByText('Guarda el secreto nuevo: no se vuelve a mostrar')).toBeVisible()
  const fresh = (await page.getByText(/^whsec_/).textContent()) ?? ''
  expect(fresh).not.toBe(secret)
  await expect(page.getByText(/El anterior también firma hasta/)).toBeVisible()
  await page.getByRole('button', { name: 'Enviar prueba' }).click()
  await expect.poll(() => tests().length).toBe(2)
  const last = tests().at(-1) ?? { headers: {}, body: '' }
  expect([isGenuine(last, secret), isGenuine(last, fresh)]).toEqual([true, true])
  await auditPage(page)

  await page.getByRole('link', { name: 'Ver envíos' }).click()
  const row = page.getByRole('row').filter({ hasText: 'order.paid' }).first()
  await expect(row.getByText('Entregada')).toBeVisible()
  await expect(row.getByText('recibido')).toBeVisible()
  await auditPage(page)
  await row.getByRole('link', { name: 'order.paid' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'order.paid' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cuerpo del envío' })).toContainText('"order_number"')
  await expect(page.getByRole('region', { name: /^Respuesta del/ }).first()).toHaveText('recibido')
  await auditPage(page)
  const sent = paid().length
  await page.getByRole('button', { name: 'Reenviar', exact: true }).click()
  await expect(page.getByText('El envío va en camino de nuevo, con el mismo webhook-id.')).toBeVisible()
  await expect.poll(() => paid().length).toBeGreaterThan(sent)
  await page.getByRole('link', { name: 'Envíos' }).click()
  await expect(row.getByText('Entregada')).toBeVisible()
  const again = paid().length
  await row.getByRole('button', { name: /^Acciones de order.paid/ }).click()
  await page.getByRole('button', { name: 'Reenviar', exact: true }).last().click()
  await expect(page.getByText('1 envío va en camino de nuevo.')).toBeVisible()
  await expect.poll(() => paid().length).toBeGreaterThan(again)

  await page.getByRole('link', { name: 'Volver al webhook' }).click()
  await page.getByRole('button', { name: 'Pausar envíos' }).click()
  await expect(page.getByText('En pausa', { exact: true })).toBeVisible()
  await page.getByText('Quiero eliminar este webhook').click()
  await page.getByRole('button', { name: 'Eliminar webhook' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Integraciones' })).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  receiver.server.closeAllConnections()
  receiver.server.close()
})

// shows: B2.74
test('an API key is created, used within its permissions, replaced and revoked', { tag: '@full' }, async ({
  page,
  playwright,
  baseURL,
}) => {
  await signIn(page, 'admin@alhena.test')
  await page.goto('/admin/integrations/keys')
  await page.getByRole('button', { name: 'Crear clave' }).click()
  await expect(page.getByText('Ingresa un nombre')).toBeVisible()
  await expect(page.getByText('Elige al menos un permiso')).toBeVisible()
  const name = `ERP ${Date.now()}`
  await field(page, 'Nombre').fill(name)
  await page.getByRole('checkbox', { name: 'Leer órdenes' }).check()
  await auditPage(page)
  await confirmIdentity(page)
  await page.getByRole('button', { name: 'Crear clave' }).click()
  await expect(page.getByText('Guarda la clave: no se vuelve a mostrar')).toBeVisible()
  const key = (await page.getByText(/^alh_\S{43}$/).textContent()) ?? ''
  await auditPage(page)

  // Another client, without the browser's cookies.
  const system = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  })
  const orders = await system.get('/api/v1/orders?limit=1')
  expect(orders.status()).toBe(200)
  expect(orders.headers()['access-control-allow-origin']).toBeUndefined()
  expect(await orders.json()).toHaveProperty('data')
  const results = await system.get('/api/v1/results')
  expect([results.status(), await results.json()]).toEqual([403, expect.objectContaining({ code: 'scope_missing' })])

  await page.reload()
  expect(await page.content()).not.toContain(key)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('Vigente')).toBeVisible()
  await row.getByRole('link', { name }).click()
  await expect(page.getByText('Pidió /api/v1/results sin el permiso results:read')).toBeVisible()
  await page.getByRole('combobox', { name: 'La anterior sirve todavía' }).selectOption('1 hora')
  await auditPage(page)
  await page.getByRole('button', { name: 'Crear la clave nueva' }).click()
  await expect(page.getByText('Guarda la clave nueva: no se vuelve a mostrar')).toBeVisible()
  const fresh = (await page.getByText(/^alh_\S{43}$/).textContent()) ?? ''
  expect(fresh).not.toBe(key)
  await expect(page.getByText('Reemplazada', { exact: true })).toBeVisible()
  for (const held of [key, fresh]) {
    const headers = { authorization: `Bearer ${held}` }
    expect((await system.get('/api/v1/orders?limit=1', { headers })).status()).toBe(200)
  }
  await page.getByText('Quiero revocar esta clave').click()
  await page.getByRole('button', { name: 'Revocar clave' }).click()
  await expect(page.getByText('Clave revocada. Ya no abre nada.')).toBeVisible()
  expect((await system.get('/api/v1/orders')).status()).toBe(401)
  await system.dispose()
  await auditPage(page)

  await page.getByRole('link', { name: 'Claves de API' }).click()
  await page.getByRole('link', { name: 'Documentación' }).click()
  await expect(page.getByText('GET /api/v1/orders', { exact: true })).toBeVisible()
  await auditPage(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)
})
