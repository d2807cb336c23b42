// The test cards of Transbank's integration environment: documentacion/como_empezar ("Tarjetas de prueba"), with the kinds of
// payment of producto/webpay ("Tipos de pago").

export type Card = {
  readonly label: string
  readonly number: string
  /** VD debit, VN without instalments, VC instalments, SI 3 and S2 2 without interest, NC N without interest, VP prepaid. */
  readonly paymentTypeCode: 'VD' | 'VN' | 'VC' | 'SI' | 'S2' | 'NC' | 'VP'
  readonly installments: number
  /** The issuer of the card refuses every payment. */
  readonly isRejected?: true
}

export const CARDS = {
  credit: { label: 'Visa, sin cuotas', number: '4051885600446623', paymentTypeCode: 'VN', installments: 0 },
  amex: { label: 'American Express', number: '370000000002032', paymentTypeCode: 'VN', installments: 0 },
  instalments: { label: 'Visa, 6 cuotas', number: '4051885600446623', paymentTypeCode: 'VC', installments: 6 },
  three_interest_free: {
    label: 'Visa, 3 cuotas sin interés',
    number: '4051885600446623',
    paymentTypeCode: 'SI',
    installments: 3,
  },
  two_interest_free: {
    label: 'Visa, 2 cuotas sin interés',
    number: '4051885600446623',
    paymentTypeCode: 'S2',
    installments: 2,
  },
  interest_free: {
    label: 'Visa, 10 cuotas sin interés',
    number: '4051885600446623',
    paymentTypeCode: 'NC',
    installments: 10,
  },
  debit: { label: 'Redcompra', number: '4051884239937763', paymentTypeCode: 'VD', installments: 0 },
  prepaid: { label: 'Visa de prepago', number: '4051886000056590', paymentTypeCode: 'VP', installments: 0 },
  rejected_credit: {
    label: 'Mastercard (rechazada)',
    number: '5186059559590568',
    paymentTypeCode: 'VN',
    installments: 0,
    isRejected: true,
  },
  rejected_debit: {
    label: 'Redcompra (rechazada)',
    number: '5186008541233829',
    paymentTypeCode: 'VD',
    installments: 0,
    isRejected: true,
  },
} as const satisfies Record<string, Card>

export type CardName = keyof typeof CARDS

export const isCardName = (name: string): name is CardName => Object.hasOwn(CARDS, name)

export const cardOf = (name: CardName): Card => CARDS[name]
