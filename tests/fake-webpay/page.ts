import { CARDS, cardOf, isCardName } from './cards.ts'
import type { Departure } from './returns.ts'
import type { Decision, Transaction } from './transaction.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.codePointAt(0)};`)

const amountOf = (pesos: number): string => `$${new Intl.NumberFormat('es-CL').format(pesos)}`

const frame = (title: string, body: string): string => `<!doctype html>
<html lang="es-CL">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #f4f4f6; margin: 0 }
main { max-width: 34rem; margin: 2rem auto; padding: 1.5rem; background: #fff; border: 1px solid #ccc; border-radius: 8px }
form { display: grid; gap: .5rem; margin: 0 0 1rem } fieldset { display: grid; gap: .5rem; border: 1px solid #ccc }
button { font: inherit; padding: .6rem 1rem; min-height: 44px; border: 1px solid #555; border-radius: 6px; background: #fff; cursor: pointer }
button.main { background: #5b2a6f; color: #fff; border-color: #5b2a6f } select { font: inherit; min-height: 44px }
.note { background: #fff3cd; padding: .5rem 1rem; border-radius: 6px }
</style></head>
<body><main>${body}</main></body></html>`

const CHOICES: readonly (readonly [decision: Decision, label: string])[] = [
  ['reject', 'Rechazar'],
  ['cancel', 'Anular compra y volver'],
  ['timeout', 'Dejar que se acabe el tiempo'],
  ['form_error', 'Error de formulario'],
  ['duplicate_return', 'Pagar, con retorno duplicado'],
  ['lost_answer', 'Pagar, con respuesta perdida'],
]

/** The form on which the cardholder decides. */
export function formPage(transaction: Transaction): string {
  const cards = Object.keys(CARDS)
    .filter(isCardName)
    .map(
      name => `<option value="${name}">${escapeHtml(cardOf(name).label)} · ${cardOf(name).number.slice(-4)}</option>`,
    )
  const choices = CHOICES.map(([decision, label]) => `<button name="decision" value="${decision}">${label}</button>`)
  return frame(
    'Webpay de prueba',
    `<h1>Webpay de prueba</h1><p class="note">Este banco es de mentira: nadie paga nada.</p>
<p>Vas a pagar <strong>${amountOf(transaction.amount)}</strong>, orden ${escapeHtml(transaction.buyOrder)}.</p>
<form method="post" action="/webpayserver/decide"><input type="hidden" name="token_ws" value="${transaction.token}">
<label>Tarjeta <select name="card">${cards.join('')}</select></label>
<button class="main" name="decision" value="authorize">Pagar</button>
<fieldset><legend>Otros finales</legend>${choices.join('')}</fieldset></form>`,
  )
}

/** The form can't be used any more. The real one says that the transaction is no longer valid, in a page of its own. */
export const endedPage = (): string =>
  frame(
    'Webpay de prueba',
    '<h1>Esta transacción ya no se puede pagar</h1><p>Vuelve a la tienda y empieza de nuevo.</p>',
  )

/** A return by POST: a form that the browser sends by itself, and with a button where scripts are off. */
export const returnPage = ({ url, fields }: Departure): string =>
  frame(
    'Volviendo a la tienda',
    `<form method="post" action="${escapeHtml(url)}">${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
      .join('')}<button class="main">Volver a la tienda</button></form><script>document.forms[0].submit()</script>`,
  )
