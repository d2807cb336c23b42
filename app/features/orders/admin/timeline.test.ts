import { expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { buildTimeline } from './timeline.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 15, minute))

const order = {
  created_at: at(0),
  client: { id: 'c', name: 'Ana Rojas', email: 'ana@example.cl', isGone: false },
}

const card = {
  id: 'p',
  gateway: 'webpay',
  buy_order: 'ALH-1',
  amount_clp: pesos(1000),
  refunded_clp: pesos(0),
  status: 'paid' as const,
  authorization_code: null,
  card_last4: '6623',
  payment_type_code: 'VD',
  response_code: 0,
  installments: null,
  installments_amount_clp: null,
  transaction_date: null as Date | null,
  detail: null,
  created_at: at(0),
  updated_at: at(2),
  manual: undefined,
}

const refund = {
  attempt_id: 'payment',
  by_hand: false,
  settled: undefined,
  id: 'r',
  amount_clp: pesos(400),
  reason: 'Compra duplicada',
  status: 'declined' as const,
  detail: 'partial_with_debit',
  created_at: at(5),
  settled_at: at(6),
  by: 'Berta Soto',
}

const mail = {
  id: 'm',
  template: 'order_receipt',
  recipient: 'ana@example.cl',
  status: 'sent' as const,
  created_at: at(2),
  sent_at: at(3),
}

const logged = (action: string, after: unknown) => ({
  id: 7,
  at: at(8),
  action,
  entity: 'orders',
  before: null,
  after,
  first_name: 'Berta',
  last_name: 'Soto',
  email: null,
})

// shows: B2.28
it('shows the events of an order, newest first, with author and reason', () => {
  const events = buildTimeline({
    order,
    payments: [card],
    refunds: [refund],
    mails: [mail],
    notes: [{ id: 'n', body: 'Paga el viernes', created_at: at(7), author: 'Berta Soto' }],
    log: [logged('order_cancelled', { status: 'failed', reason: 'Se arrepintió' }), logged('refund_requested', {})],
  })
  expect(events.map(({ what, detail, by }) => [what, detail, by].filter(Boolean).join(' | '))).toEqual([
    'Orden cancelada | Se arrepintió | Berta Soto',
    'Nota del equipo | Paga el viernes | Berta Soto',
    'Reembolso de $400: Rechazado por el banco | Los pagos con débito y prepago solo se devuelven completos.',
    'Reembolso de $400 pedido | Compra duplicada | Berta Soto',
    'Correo «Comprobante de compra» enviado | ana@example.cl',
    'Webpay: pagado',
    'Webpay: formulario abierto | $1.000, ALH-1',
    'Orden creada | Ana Rojas',
  ])
})

it('has a payment when the bank made it, however the attempt was updated after it', () => {
  const ended = (payment: Partial<typeof card> & { transaction_date: Date | null }) =>
    buildTimeline({ order, payments: [{ ...card, ...payment }], refunds: [], mails: [], notes: [], log: [] }).find(
      ({ what }) => what === 'Webpay: pagado',
    )?.at
  expect(ended({ transaction_date: at(1), updated_at: at(9) })).toEqual(at(1))
  expect(ended({ transaction_date: at(-1), updated_at: at(9) })).toEqual(at(0))
  expect(ended({ transaction_date: null })).toEqual(at(2))
})

it('starts with the administrator who made it, and takes manual payments from the log', () => {
  const manual = { reference: 'TRX 1', note: null, paidOn: '20-11-2026', by: 'Berta Soto' }
  const events = buildTimeline({
    order,
    payments: [{ ...card, gateway: 'transfer', manual }],
    refunds: [],
    mails: [],
    notes: [],
    log: [
      logged('payment_registered', { reference: 'TRX 1' }),
      logged('order_made_for_client', { quotation: 'COT-2026-000001' }),
    ],
  })
  expect(events.map(({ what, detail }) => [what, detail])).toEqual([
    ['Orden creada para quien compra', 'COT-2026-000001'],
    ['Pago registrado a mano', 'Transferencia de $1.000, referencia TRX 1, del 20-11-2026'],
  ])
})
