import { ID, type RouteInput } from './fuzz-input.ts'

const PRODUCT_TEXTS = [
  'name',
  'slug',
  'type',
  'category_id',
  'status',
  'description_short',
  'description_long',
  'outcome_text',
  'outcome_kept_by',
  'tags',
  'image_url',
  'duration_min',
  'base_price_clp',
  'min_seats',
  'questionnaire',
  'agenda_minutes',
  'agenda_title',
  'certificate_text',
  'seo_title',
  'version',
]
const CATEGORY_TEXTS = ['name', 'slug', 'status', 'description', 'seo_title', 'seo_description', 'version']
const PERIOD = ['periodo', 'desde', 'hasta']
/** The parameters of every back-office list. */
const ADMIN_LIST = ['search', 'sort', 'size', 'after', 'before']
const ACCESS_FILTERS = [...ADMIN_LIST, 'state', 'assessment', 'cliente', 'vence', ...PERIOD]

/** The back office's addresses, except those in `CONTENT_ROUTES`, and what they read besides the parameters of a declared list. */
export const ADMIN_ROUTES: Readonly<Record<string, RouteInput>> = {
  '/admin': { query: PERIOD },
  '/admin/reports': { query: PERIOD },
  '/admin/report/pdf': { query: PERIOD },
  '/admin/report/sales-book': { query: ['mes'] },
  '/admin/report/xlsx': { query: PERIOD },
  '/admin/search': { query: ['search', 'box'] },
  '/admin/security': {
    query: ['aviso'],
    forms: [
      { fixed: { intent: 'confirm' }, typed: ['password'] },
      { fixed: { intent: 'start-totp' }, typed: ['password'] },
      { fixed: { intent: 'confirm-totp' }, typed: ['code', 'key'] },
      { fixed: { intent: 'renew-codes' }, typed: ['password'] },
      { fixed: { intent: 'add-passkey' }, typed: ['name', 'response'] },
      { fixed: { intent: 'remove-passkey', passkey: ID }, typed: ['passkey'] },
      { fixed: { intent: 'remove-totp' }, typed: [] },
    ],
  },
  '/admin/security/confirm': {
    query: ['redirect'],
    forms: [{ typed: ['password'] }, { fixed: { intent: 'passkey' }, typed: ['response'] }],
  },
  '/admin/security/passkey': { query: ['nueva'] },
  '/admin/options/clients': { query: ['search'] },
  '/admin/options/companies': { query: ['search'] },
  '/admin/options/products': { query: ['search'] },
  '/admin/options/products-on-sale': { query: ['search'] },
  '/admin/privacy/new': {
    forms: [{ fixed: { intent: 'record' }, typed: ['kind', 'received_on', 'email', 'person_name', 'details'] }],
  },
  '/admin/privacy/requests/:requestId': {
    params: { requestId: [ID] },
    forms: [
      { fixed: { intent: 'take' } },
      { fixed: { intent: 'forward' } },
      { fixed: { intent: 'extend' }, typed: ['extension_reason'] },
      { fixed: { intent: 'fulfil' }, typed: ['carry_out', 'answer'] },
      { fixed: { intent: 'refuse' }, typed: ['reason'] },
    ],
  },
  '/admin/privacy/processing': {},
  '/admin/privacy/processing/:activityId': {
    params: { activityId: ['new', ID] },
    forms: [
      {
        fixed: { intent: 'save' },
        typed: [
          'name',
          'capacity',
          'purposes',
          'legal_basis',
          'subjects',
          'data_categories',
          'recipients',
          'retention',
        ],
      },
      { fixed: { intent: 'archive' } },
      { fixed: { intent: 'restore' } },
    ],
  },
  '/admin/privacy/breaches': {},
  '/admin/privacy/breaches/:breachId': {
    params: { breachId: ['new', ID] },
    forms: [
      {
        fixed: { intent: 'save' },
        typed: ['title', 'known_at', 'occurred_at', 'notify_by', 'description', 'people', 'told', 'closed'],
      },
    ],
  },
  '/admin/orders': {
    forms: [
      { fixed: { intent: 'resend-receipt' }, typed: ['row', 'one'] },
      { fixed: { intent: 'cancel', row: ID } },
      { fixed: { intent: 'cancel-confirmed', row: ID }, typed: ['reason'] },
    ],
  },
  '/admin/orders/:orderId': {
    params: { orderId: [ID] },
    query: [...ADMIN_LIST, ...PERIOD, 'status', 'mode'],
    forms: [
      {
        fixed: { intent: 'refund', kind: 'part', seen: '0' },
        typed: ['amount', 'reason', 'seen', 'kind', 'understood', 'password', 'by_hand'],
      },
      {
        fixed: { intent: 'register-payment', method: 'transfer' },
        typed: ['amount', 'paid_on', 'reference', 'note', 'password'],
      },
      { fixed: { intent: 'keep-open' }, typed: ['days'] },
      { fixed: { intent: 'cancel' }, typed: ['reason'] },
      { fixed: { intent: 'resend-receipt' } },
      { fixed: { intent: 'ask-gateway' }, typed: ['attempt'] },
      {
        fixed: { intent: 'resolve-payment', attempt: ID },
        typed: ['finding', 'note', 'password'],
      },
      { fixed: { intent: 'add-note' }, typed: ['body'] },
      { fixed: { intent: 'delete-note' }, typed: ['note'] },
    ],
  },
  '/admin/orders/:orderId/chargeback': {
    params: { orderId: [ID] },
    forms: [
      {
        fixed: { intent: 'record' },
        typed: [
          'amount',
          'reason',
          'received_on',
          'answer_by',
          'reference',
          'note',
          'accesses',
          'understood',
          'password',
        ],
      },
    ],
  },
  '/admin/finance/chargebacks/:chargebackId': {
    params: { chargebackId: [ID] },
    forms: [
      { fixed: { intent: 'answer' }, typed: ['answer'] },
      { fixed: { intent: 'settle', result: 'lost' }, typed: ['result', 'note', 'accesses', 'understood', 'password'] },
    ],
  },
  '/admin/quotations/:quotationId/order': {
    params: { quotationId: [ID] },
    forms: [
      {
        fixed: { document: 'factura', accepted: 'on' },
        typed: [
          'billing_rut',
          'billing_name',
          'billing_activity',
          'billing_address',
          'billing_commune',
          'company_name',
          'days',
        ],
      },
    ],
  },
  '/admin/views': {
    forms: [
      { fixed: { intent: 'save', path: '/admin/orders' }, typed: ['name', 'query'] },
      { fixed: { intent: 'rename' }, typed: ['view', 'name'] },
      { fixed: { intent: 'remove' }, typed: ['view'] },
    ],
  },
  '/admin/orders/new': {
    query: ['search', 'cliente', 'codigo', 'product_1', 'mode_1', 'seats_1', 'product_2', 'mode_2', 'seats_2'],
    forms: [
      {
        fixed: { intent: 'order', document: 'boleta', accepted: 'on', key: ID },
        typed: ['client', 'total', 'code', 'company_name', 'days', 'product_1', 'mode_1', 'seats_1'],
      },
    ],
  },
  '/admin/finance/tax-documents/:documentId': {
    params: { documentId: [ID] },
    forms: [
      { fixed: { intent: 'ask-company' }, typed: ['rut', 'name', 'activity', 'address', 'commune'] },
      { fixed: { intent: 'ask-person', rut: '66666666-6' }, typed: ['rut', 'name'] },
      { fixed: { intent: 'cancel' }, typed: ['reason'] },
      { fixed: { intent: 'attach', folio: '7', issued_on: '2026-11-20' }, typed: ['folio', 'issued_on', 'pdf'] },
    ],
  },
  '/admin/finance/tax-documents/:documentId/:format': { params: { documentId: [ID], format: ['pdf', 'xml', 'exe'] } },
  '/admin/finance/transfers/upload': { forms: [{ fixed: { account: 'Banco' }, typed: ['account', 'file'] }] },
  '/admin/finance/transfers/upload/:statementId': {
    params: { statementId: [ID] },
    forms: [
      { fixed: { intent: 'import' } },
      { fixed: { intent: 'reread', shownSheet: '0', shownTitles: '' }, typed: ['sheet', 'titles', 'date', 'credit'] },
    ],
  },
  '/admin/finance/transfers/proposals': { forms: [{ fixed: { pair: `${ID} ${ID}` }, typed: ['pair', 'password'] }] },
  '/admin/finance/transfers/:lineId': {
    params: { lineId: [ID] },
    query: ['orden'],
    forms: [
      { fixed: { intent: 'settle', order: ID }, typed: ['order', 'with', 'surplus', 'password'] },
      { fixed: { intent: 'set-aside' }, typed: ['note'] },
      { fixed: { intent: 'return' }, typed: ['note', 'password'] },
      { fixed: { intent: 'take-back' } },
      { fixed: { intent: 'return-surplus' }, typed: ['password'] },
    ],
  },
  '/admin/finance/reconciliation': { query: ['mes'] },
  '/admin/finance/reconciliation/upload': { forms: [{ typed: ['file', 'from', 'until'] }] },
  '/admin/finance/reconciliation/reports/:reportId': {
    params: { reportId: [ID] },
    forms: [{ fixed: { intent: 'confirm' } }],
  },
  '/admin/finance/reconciliation/days/:day': { params: { day: ['2026-11-02', ID] } },
  '/admin/finance/reconciliation/differences/:differenceId': {
    params: { differenceId: [ID] },
    forms: [{ fixed: { intent: 'review' }, typed: ['note'] }, { fixed: { intent: 'reopen' } }],
  },
  '/admin/finance/reconciliation/month/:month': {
    params: { month: ['2026-11', ID] },
    forms: [{ fixed: { intent: 'close' }, typed: ['month', 'reason'] }],
  },
  '/admin/finance/reconciliation/month/:month/:format': {
    params: { month: ['2026-11', ID], format: ['xlsx', 'csv', ID] },
  },
  '/admin/finance/reconciliation/simulated/:source': {
    params: { source: ['sales', 'settlement', ID] },
    query: ['mes'],
  },
  '/admin/access': {
    forms: [
      { fixed: { intent: 'resend-open', row: ID } },
      { fixed: { intent: 'add', row: ID } },
      { fixed: { one: `resend ${ID}` } },
      { fixed: { intent: 'stop' } },
    ],
  },
  '/admin/access/support': { query: ['search', 'email'] },
  '/admin/access/extend': { query: [...ACCESS_FILTERS, 'row'], forms: [{ typed: ['until'] }] },
  '/admin/access/resend': { query: ACCESS_FILTERS, forms: [{}] },
  '/admin/access/import': { query: ['lista', 'item'], forms: [{ typed: ['people', 'file'] }] },
  '/admin/access/import/:importId': {
    params: { importId: [ID] },
    query: ['search'],
    forms: [
      { fixed: { intent: 'choose', item: ID } },
      { fixed: { intent: 'leave' } },
      { fixed: { intent: 'confirm' }, typed: ['key'] },
      { fixed: { intent: 'reread', shownSheet: '0', shownTitles: '' }, typed: ['sheet', 'titles', 'email', 'role'] },
    ],
  },
  '/admin/access/import/:importId/left-out': { params: { importId: [ID] } },
  '/admin/access/:accessId': {
    params: { accessId: [ID] },
    query: ['reemplazo'],
    forms: [
      { fixed: { intent: 'resend' } },
      { fixed: { intent: 'replace' }, typed: ['name', 'email', 'jobRole', 'department'] },
      { fixed: { intent: 'extend' }, typed: ['until'] },
      { fixed: { intent: 'revoke' }, typed: ['reason'] },
    ],
  },
  '/admin/access/sessions/:itemId': {
    params: { itemId: [ID] },
    forms: [
      {
        fixed: { intent: 'set', revision: '0', day: '2030-12-03', time: '09:30', minutes: '60', place: 'Aula 1' },
        typed: ['day', 'time', 'minutes', 'place', 'link', 'notes', 'revision'],
      },
      { fixed: { intent: 'cancel' }, typed: ['revision'] },
      { fixed: { intent: 'confirm' }, typed: ['person'] },
    ],
  },
  '/admin/catalog': {
    query: ['search', 'status', 'category', 'sort', 'size', 'after', 'before'],
    forms: [{ fixed: { intent: 'archive', row: ID } }, { typed: ['one'] }, { fixed: { one: `duplicate ${ID}` } }],
  },
  '/admin/catalog/categories': {
    query: ['search', 'status', 'size', 'after', 'before', 'listo'],
    forms: [{ fixed: { one: `up ${ID}` } }, { typed: ['one'] }, { fixed: { intent: 'archive', row: ID } }],
  },
  '/admin/catalog/assessments/new': { forms: [{ fixed: { intent: 'save' }, typed: PRODUCT_TEXTS }] },
  '/admin/catalog/assessments/:assessmentId': {
    params: { assessmentId: [ID] },
    query: ['listo'],
    forms: [{ fixed: { intent: 'save', version: '1' }, typed: PRODUCT_TEXTS }, { fixed: { intent: 'duplicate' } }],
  },
  '/admin/catalog/assessments/:assessmentId/preview': { params: { assessmentId: [ID] } },
  '/admin/catalog/categories/new': { forms: [{ fixed: { intent: 'save' }, typed: CATEGORY_TEXTS }] },
  '/admin/catalog/categories/:categoryId': {
    params: { categoryId: [ID] },
    forms: [{ fixed: { intent: 'save', version: '1' }, typed: CATEGORY_TEXTS }],
  },
  '/admin/discounts': {
    forms: [
      {
        fixed: { intent: 'create', type: 'percentage', code: 'FUZZ-1', name: 'Fuzz', value: '5' },
        typed: ['code', 'name', 'description', 'type', 'value', 'min_order_amount', 'valid_from', 'products'],
      },
      {
        fixed: {
          intent: 'edit',
          id: ID,
          revision: '1',
          has_max_uses: 'on',
          has_duration_days: 'on',
          has_max_discount_amount: 'on',
          has_valid_until: 'on',
          has_products: 'on',
        },
        typed: ['max_uses', 'duration_days', 'max_discount_amount', 'valid_until', 'id', 'revision'],
      },
      { fixed: { intent: 'status', id: ID, revision: '1', status: 'paused' }, typed: ['id', 'revision', 'status'] },
      { fixed: { intent: 'delete', id: ID, revision: '1' }, typed: ['id', 'revision'] },
      { fixed: { intent: 'pause', row: ID }, typed: ['row', 'one'] },
    ],
  },
  '/admin/discounts/simulator': { query: ['code', 'cliente', 'producto', 'modo', 'personas'] },
  '/admin/discounts/:discountId/ledger': { params: { discountId: [ID] } },
  '/admin/discounts/:discountId/ledger/export': { params: { discountId: [ID] } },
  '/admin/discounts/:discountId/uses': { params: { discountId: [ID] }, query: ['after'] },
  '/admin/clients/companies/:companyId': { params: { companyId: [ID] } },
  '/admin/clients/:clientId': {
    params: { clientId: [ID] },
    forms: [
      { fixed: { intent: 'add-note' }, typed: ['body'] },
      { fixed: { intent: 'delete-note' }, typed: ['note'] },
      { fixed: { intent: 'change-role', role: 'client' }, typed: ['role', 'password'] },
      { fixed: { intent: 'mark-consultant' }, typed: ['organisation'] },
    ],
  },
  '/admin/analytics': { query: ['por', 'periodo', 'desde', 'hasta'] },
  '/admin/analytics/csv': { query: ['por', 'periodo', 'desde', 'hasta'] },
  '/admin/analytics/xlsx': { query: ['periodo', 'desde', 'hasta'] },
  '/admin/audit/:entryNumber': { params: { entryNumber: ['1', ID] } },
  '/admin/reviews': {
    query: [...ADMIN_LIST, ...PERIOD, 'status', 'rating', 'assessment'],
    forms: [
      { fixed: { intent: 'publish-many', row: ID }, typed: ['row', 'seen'] },
      { fixed: { intent: 'hide', review: ID, revision: '1' }, typed: ['reason'] },
      { fixed: { intent: 'publish' }, typed: ['review', 'revision'] },
    ],
  },
  '/admin/integrations': {},
  '/admin/integrations/webhooks/new': {
    forms: [
      { fixed: { url: 'https://sistema.example/', events: 'order.paid' }, typed: ['url', 'description', 'events'] },
    ],
  },
  '/admin/integrations/webhooks/:endpointId': {
    params: { endpointId: [ID] },
    forms: [
      { fixed: { intent: 'save', revision: '1' }, typed: ['url', 'description', 'events'] },
      { fixed: { intent: 'rotate' }, typed: ['revision'] },
      { fixed: { revision: '1' }, typed: ['intent'] },
      { fixed: { intent: 'test', revision: '1' } },
      { fixed: { intent: 'delete', revision: '1' } },
    ],
  },
  '/admin/integrations/webhooks/:endpointId/deliveries': {
    params: { endpointId: [ID] },
    query: [...ADMIN_LIST, 'estado'],
    forms: [{ fixed: { intent: 'resend' }, typed: ['row', 'one'] }],
  },
  '/admin/integrations/webhooks/:endpointId/deliveries/:deliveryId': {
    params: { endpointId: [ID], deliveryId: [ID] },
    forms: [{ fixed: { intent: 'resend' }, typed: ['intent'] }],
  },
  '/admin/integrations/keys': {
    forms: [
      {
        fixed: { intent: 'create', name: 'Fuzz', scopes: 'orders:read', days: '90' },
        typed: ['name', 'scopes', 'days'],
      },
      { fixed: {}, typed: ['intent'] },
    ],
  },
  '/admin/integrations/keys/:keyId': {
    params: { keyId: [ID] },
    forms: [
      { fixed: { intent: 'rotate' }, typed: ['overlap'] },
      { fixed: { intent: 'revoke' }, typed: ['intent'] },
    ],
  },
  '/admin/integrations/docs': {},
}
