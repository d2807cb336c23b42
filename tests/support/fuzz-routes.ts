import routes from '#app/routes.ts'

/** Who asks: the same request means something else to each. */
export type Asker = 'visitor' | 'client' | 'admin'

/** One kind of body that a route reads: the fields that say what is asked, and the names of those that a person fills in. */
type Form = { fixed?: Record<string, string>; typed?: readonly string[] }

/** What a route can be sent. Whatever it reads belongs here, or it is never tried with anything wrong. */
export type RouteInput = {
  /** Values that mean something in the place of each `:name` of the address. */
  params?: Record<string, readonly string[]>
  query?: readonly string[]
  forms?: readonly Form[]
  /** A request's body of JSON, for routes that read that. */
  json?: Record<string, unknown>
}

const ID = '00000000-0000-4000-8000-00000000000a'
const PRODUCT_TEXTS = [
  'name',
  'slug',
  'type',
  'category_id',
  'status',
  'description_short',
  'description_long',
  'outcomes',
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
const CHOICE = { product_id: ID, mode: 'business', seats: 5 }
const LIST = ['search', 'category', 'duration', 'type', 'tag', 'sort', 'page']
const PERIOD = ['periodo', 'desde', 'hasta']
/** What every list of the back office reads. */
const ADMIN_LIST = ['search', 'sort', 'size', 'after', 'before']
const ACCESS_FILTERS = [...ADMIN_LIST, 'state', 'assessment', 'cliente', 'fecha', 'vence']
/** What every list of the API reads. */
const API_LIST = ['limit', 'after', 'order']
const RESPOND: RouteInput = {
  query: ['access_id', 'assessment_id'],
  forms: [
    { fixed: { intent: 'access' }, typed: ['email', 'access_code', 'run_id'] },
    {
      fixed: { intent: 'start', access_id: ID },
      typed: ['full_name', 'position', 'organizational_unit', 'data_role', 'company_name'],
    },
    { fixed: { intent: 'complete' }, typed: ['access_id', 'run_id'] },
    { fixed: { intent: 'section', access_id: ID, run_id: ID, to: '1' }, typed: ['section', 'q1_mission_alignment'] },
  ],
}

/** Every address of the shop, with what it reads from a request. */
export const ROUTE_INPUTS: Readonly<Record<string, RouteInput>> = {
  '/': { query: [...LIST, 'carrito'] },
  '/assessments': { query: LIST },
  '/assessment/:slug': { params: { slug: ['agilidad', 'taller-kanban', ID] }, query: ['opiniones'] },
  '/legal/:document': { params: { document: ['condiciones', 'privacidad', 'cookies'] } },
  '/legal/:document/:version': { params: { document: ['condiciones'], version: ['1', '2'] } },
  '/preferencias-de-privacidad': { query: ['guardado'] },
  '/auth': {
    query: ['mode', 'redirect', 'aviso', 'confirmado'],
    forms: [
      { fixed: { intent: 'login' }, typed: ['email', 'password'] },
      { fixed: { intent: 'signup' }, typed: ['role', 'first_name', 'last_name', 'email', 'password'] },
    ],
  },
  '/auth/confirm': { query: ['token', 'redirect'], forms: [{}] },
  '/auth/forgot': { query: ['redirect'], forms: [{ typed: ['email', 'redirect'] }] },
  '/auth/reset': { query: ['token'], forms: [{ typed: ['password', 'token'] }] },
  '/auth/resend': { forms: [{ typed: ['email', 'redirect'] }] },
  '/account': {
    query: ['editar', 'guardado'],
    forms: [{ typed: ['first_name', 'last_name', 'company', 'phone', 'intent', 'role', 'email'] }],
  },
  '/auth/email': { query: ['token', 'listo'], forms: [{}] },
  '/auth/email-objection': { query: ['token', 'listo'], forms: [{}] },
  '/account/security': {
    query: ['listo'],
    forms: [
      { fixed: { intent: 'change_password' }, typed: ['current_password', 'new_password'] },
      { fixed: { intent: 'change_email' }, typed: ['new_email', 'current_password'] },
      { fixed: { intent: 'close_session' }, typed: ['session'] },
      { fixed: { intent: 'cancel_email_change' } },
    ],
  },
  '/account/security/delete': { forms: [{ typed: ['password', 'word'] }] },
  '/account/orders': { query: ['after'] },
  '/account/orders/:number': { params: { number: ['ALH-1700000000000-abcdef-2345'] } },
  '/account/quotations': { query: ['pagina'] },
  '/account/quotations/new': {
    forms: [
      {
        fixed: {
          buyer_name: 'Ana Rojas',
          cart: JSON.stringify({ key: ID, choices: [CHOICE], code: null, expected_total_clp: 1 }),
        },
        typed: ['buyer_name', 'buyer_phone', 'company_name', 'company_rut', 'company_address', 'reference', 'cart'],
      },
    ],
  },
  '/account/quotations/:quotationId': {
    params: { quotationId: [ID] },
    query: ['creada'],
    forms: [{ fixed: { intent: 'mail' } }],
  },
  '/account/quotations/:quotationId/pdf': { params: { quotationId: [ID] } },
  '/account/dashboard': {
    query: ['pagina'],
    forms: [
      { fixed: { intent: 'start' }, typed: ['accessId'] },
      { fixed: { intent: 'finish' }, typed: ['accessId'] },
      { fixed: { intent: 'invite', itemId: ID }, typed: ['firstName', 'lastName', 'email', 'role', 'area'] },
      { fixed: { intent: 'save-invitee', accessId: ID }, typed: ['name', 'email', 'jobRole', 'department'] },
    ],
  },
  '/account/results/:accessId': { params: { accessId: [ID] } },
  '/account/items/:itemId/results': {
    params: { itemId: [ID] },
    query: ['pagina'],
    forms: [{ fixed: { intent: 'choose-mode' }, typed: ['mode'] }],
  },
  '/account/items/:itemId/seats': {
    params: { itemId: [ID] },
    query: ['mas', 'pago'],
    forms: [
      {
        fixed: { key: ID, more: '1', from: '2', expected_total_clp: '1', document: 'boleta', terms: 'on' },
        typed: ['key', 'more', 'from', 'expected_total_clp'],
      },
      {
        fixed: { key: ID, more: '1', from: '2', expected_total_clp: '1', document: 'factura' },
        typed: ['billing_rut', 'billing_name', 'billing_activity', 'billing_address', 'billing_commune', 'terms'],
      },
    ],
  },
  '/account/results/:accessId/report': { params: { accessId: [ID] } },
  '/account/items/:itemId/report': { params: { itemId: [ID] } },
  '/account/items/:itemId/data/:format': { params: { itemId: [ID], format: ['csv', 'xlsx'] } },
  '/account/items/:itemId/participants': {
    params: { itemId: [ID] },
    query: ['q', 'estado', 'despues', 'persona', 'listo'],
    forms: [
      { fixed: { intent: 'resend' }, typed: ['accessId'] },
      { fixed: { intent: 'revoke' }, typed: ['accessId'] },
      { fixed: { intent: 'reminders' }, typed: ['days'] },
    ],
  },
  '/account/items/:itemId/invitations': {
    params: { itemId: [ID] },
    query: ['lista'],
    forms: [{ typed: ['people', 'file'] }],
  },
  '/account/items/:itemId/invitations/:draftId': {
    params: { itemId: [ID], draftId: [ID] },
    forms: [{ typed: ['key'] }],
  },
  '/account/invitation-template/:format': { params: { format: ['csv', 'xlsx'] } },
  '/account/taller/:accessId': { params: { accessId: [ID] } },
  '/checkout': {
    query: ['pago'],
    forms: [
      {
        fixed: { document: 'factura', terms: 'on' },
        typed: ['billing_rut', 'billing_name', 'billing_activity', 'billing_address', 'billing_commune', 'cart'],
      },
      {
        fixed: {
          document: 'boleta',
          terms: 'on',
          cart: JSON.stringify({ key: ID, choices: [CHOICE], code: null, expected_total_clp: 1, repeat: null }),
        },
        typed: ['company_name', 'company_url'],
      },
    ],
  },
  '/payment-success': { query: ['order', 'total', 'items', 'assessment', 'assessment_id', 'mode', 'seats'] },
  '/*': {},
  '/cart': { query: ['carrito'], json: { intent: 'quote', choices: [CHOICE], code: null } },
  '/session': {},
  '/suggest': { query: ['search', 'q'] },
  '/sign-out': { forms: [{ typed: ['to'] }] },
  '/dama-assessment': RESPOND,
  '/evaluacion/:slug': { ...RESPOND, params: { slug: ['agilidad', 'taller-kanban'] } },
  '/taller/:slug': {
    params: { slug: ['taller-kanban', 'agilidad'] },
    query: ['access_id'],
    forms: [{ fixed: { intent: 'access' }, typed: ['email', 'access_code'] }],
  },
  '/taller/:accessId/calendario.ics': { params: { accessId: [ID] } },
  '/taller/:accessId/certificado/pdf': { params: { accessId: [ID] } },
  '/certificado/:code': { params: { code: ['CT-23456789ABCD'] } },
  '/valorar': { query: ['access_id'], forms: [{ typed: ['rating', 'comment', 'show_name', 'intent'] }] },
  '/respond/answers': {
    query: ['run_id', 'access_id'],
    json: {
      run_id: ID,
      access_id: ID,
      questionnaire_id: 'agilidad',
      questionnaire_version: 1,
      current_section: 1,
      active_seconds: 0,
      answers: [{ field: 'x', option: 1, seq: 1 }],
    },
  },
  '/payment-simulator': { query: ['token_ws'], forms: [{ typed: ['decision', 'token_ws'] }] },
  '/payment/return': {
    query: ['token_ws', 'TBK_TOKEN', 'TBK_ORDEN_COMPRA', 'TBK_ID_SESION'],
    forms: [{ typed: ['token_ws', 'TBK_TOKEN', 'TBK_ORDEN_COMPRA', 'TBK_ID_SESION'] }],
  },
  '/events': {
    json: { visit: 'a'.repeat(32), events: [{ type: 'page_view', data: {}, page: '/', referrer: '', ago: 0 }] },
  },
  '/privacy-choice': { forms: [{ typed: ['choice'] }] },
  '/api/v1/openapi.json': {},
  '/api/v1/orders': { query: [...API_LIST, 'status', 'created_since', 'created_until'] },
  '/api/v1/orders/:id': { params: { id: [ID] } },
  '/api/v1/accesses': { query: [...API_LIST, 'status', 'order_item_id', 'created_since', 'created_until'] },
  '/api/v1/accesses/:id': { params: { id: [ID] } },
  '/api/v1/results': { query: [...API_LIST, 'order_id', 'order_item_id', 'completed_since', 'completed_until'] },
  '/api/v1/results/:id': { params: { id: [ID] } },
  '/api/*': {},
  '/demo/correo': {},
  '/demo/correo/:file': { params: { file: ['2026.json'] } },
  '/admin': { query: PERIOD },
  '/admin/reports': { query: PERIOD },
  '/admin/report/pdf': { query: PERIOD },
  '/admin/report/xlsx': { query: PERIOD },
  '/admin/search': { query: ['search'] },
  '/admin/orders': {
    query: [...ADMIN_LIST, ...PERIOD, 'status', 'mode'],
    forms: [
      { fixed: { intent: 'resend-receipt' }, typed: ['row', 'one'] },
      { fixed: { intent: 'cancel', row: ID } },
      { fixed: { intent: 'cancel-confirmed', row: ID }, typed: ['reason'] },
    ],
  },
  '/admin/orders/:orderId': {
    params: { orderId: [ID] },
    forms: [
      {
        fixed: { intent: 'refund', kind: 'part', seen: '0' },
        typed: ['amount', 'reason', 'seen', 'kind', 'understood', 'password'],
      },
      {
        fixed: { intent: 'register-payment', method: 'transfer' },
        typed: ['amount', 'paid_on', 'reference', 'note', 'password'],
      },
      { fixed: { intent: 'keep-open' }, typed: ['days'] },
      { fixed: { intent: 'cancel' }, typed: ['reason'] },
      { fixed: { intent: 'resend-receipt' } },
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
  '/admin/orders/export': { query: [...ADMIN_LIST, ...PERIOD, 'status', 'mode', 'row'] },
  '/admin/access': {
    query: ACCESS_FILTERS,
    forms: [
      { fixed: { intent: 'resend-open', row: ID } },
      { fixed: { intent: 'add', row: ID } },
      { fixed: { one: `resend ${ID}` } },
      { fixed: { intent: 'stop' } },
    ],
  },
  '/admin/access/export': { query: [...ACCESS_FILTERS, 'row'] },
  '/admin/access/resend': { query: ACCESS_FILTERS, forms: [{}] },
  '/admin/access/import': { query: ['lista', 'item'], forms: [{ typed: ['people', 'file'] }] },
  '/admin/access/import/:importId': {
    params: { importId: [ID] },
    query: ['search'],
    forms: [
      { fixed: { intent: 'choose', item: ID } },
      { fixed: { intent: 'leave' } },
      { fixed: { intent: 'confirm' }, typed: ['key'] },
    ],
  },
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
  '/admin/access/sessions': { query: ['estado', 'after'] },
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
    query: ['search', 'estado', 'sort', 'size', 'after', 'before'],
    forms: [
      {
        fixed: { intent: 'create', type: 'percentage', code: 'FUZZ-1', name: 'Fuzz', value: '5' },
        typed: ['code', 'name', 'description', 'type', 'value', 'min_order_amount', 'valid_from', `product:${ID}`],
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
  '/admin/discounts/export': { query: ['search', 'estado', 'sort', 'after', 'row'] },
  '/admin/discounts/:discountId/uses': { params: { discountId: [ID] }, query: ['after'] },
  '/admin/clients': { query: ['search', 'rol', 'compro', 'empresa', 'registro', 'sort', 'size', 'after', 'before'] },
  '/admin/clients/export': { query: ['search', 'rol', 'compro', 'empresa', 'registro', 'sort', 'row'] },
  '/admin/clients/companies': { query: ['search', 'sort', 'size', 'after', 'before'] },
  '/admin/clients/companies/export': { query: ['search', 'sort', 'row'] },
  '/admin/clients/:clientId': {
    params: { clientId: [ID] },
    forms: [
      { fixed: { intent: 'add-note' }, typed: ['body'] },
      { fixed: { intent: 'delete-note' }, typed: ['note'] },
      { fixed: { intent: 'change-role', role: 'client' }, typed: ['role', 'password'] },
    ],
  },
  '/admin/analytics': { query: ['por', 'periodo', 'desde', 'hasta'] },
  '/admin/analytics/csv': { query: ['por', 'periodo', 'desde', 'hasta'] },
  '/admin/analytics/xlsx': { query: ['periodo', 'desde', 'hasta'] },
  '/admin/audit': {
    query: ['search', 'accion', 'registro', 'quien', 'desde', 'hasta', 'sort', 'size', 'after', 'before'],
  },
  '/admin/audit/export': { query: ['search', 'accion', 'registro', 'quien', 'desde', 'sort', 'row'] },
  '/admin/audit/:entryNumber': { params: { entryNumber: ['1', ID] } },
  '/admin/reviews': {
    query: [...ADMIN_LIST, 'status', 'rating'],
    forms: [
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
  '/admin/integrations/keys': {
    forms: [
      {
        fixed: { intent: 'create', name: 'Fuzz', scopes: 'orders:read', days: '90' },
        typed: ['name', 'scopes', 'days'],
      },
      { fixed: { intent: 'revoke' }, typed: ['key'] },
    ],
  },
  '/admin/integrations/docs': {},
  '/admin/content': {},
  '/admin/content/import': {
    forms: [
      { fixed: { intent: 'plan' }, typed: ['text', 'file'] },
      { fixed: { intent: 'confirm' }, typed: ['text', 'replaces'] },
    ],
  },
  '/admin/content/questionnaires/:questionnaireId': {
    params: { questionnaireId: ['agilidad', 'ninguno'] },
    query: ['listo'],
    forms: [{ fixed: { intent: 'start' } }, { fixed: { intent: 'discard' }, typed: ['revision'] }],
  },
  '/admin/content/questionnaires/:questionnaireId/draft': {
    params: { questionnaireId: ['agilidad', 'dama-dmbok2'] },
    query: ['seccion'],
    forms: [
      { fixed: { intent: 'save', section: '0' }, typed: ['revision', 'title', 'intro', 'minutes_min', 'level.1.name'] },
      { fixed: { section: '1' }, typed: ['intent', 'revision', 'emoji', 'targetLevel', 'recommendations.1'] },
    ],
  },
  '/admin/content/questionnaires/:questionnaireId/publish': {
    params: { questionnaireId: ['ninguno', 'dama-dmbok2'] },
    forms: [{ typed: ['revision'] }],
  },
  '/admin/content/questionnaires/:questionnaireId/preview': {
    params: { questionnaireId: ['agilidad'] },
    query: ['version', 'seccion'],
  },
  '/admin/content/questionnaires/:questionnaireId/json': {
    params: { questionnaireId: ['agilidad'] },
    query: ['version'],
  },
  '/admin/content/texts': {
    query: ['listo'],
    forms: [
      { fixed: { intent: 'save' }, typed: ['seen', 'hero_title', 'figure_1_value'] },
      { fixed: { intent: 'restore' }, typed: ['seen'] },
    ],
  },
  '/admin/content/emails': {},
  '/admin/content/emails/:template': {
    params: { template: ['order_receipt', 'common'] },
    query: ['listo'],
    forms: [
      { fixed: { intent: 'save' }, typed: ['seen', 'texto.subject.0', 'texto.body.0.0', 'texto.button.0'] },
      { fixed: { intent: 'preview', seen: '0' }, typed: ['texto.subject.0', 'texto.body.9.9'] },
      { fixed: { intent: 'test', seen: '0' } },
    ],
  },
  '/admin/content/legal': {},
  '/admin/content/legal/:document': {
    params: { document: ['condiciones', 'cookies'] },
    query: ['listo'],
    forms: [
      {
        fixed: { intent: 'publish' },
        typed: ['seen', 'title', 'summary', 'status', 'seccion.1.titulo', 'seccion.1.texto'],
      },
      { fixed: { intent: 'add-section', seen: '1' }, typed: ['title'] },
    ],
  },
  '/admin/settings': {
    query: ['guardado', 'original'],
    forms: [
      {
        fixed: { intent: 'save', setting: 'seller' },
        typed: ['seen', 'razon_social', 'rut_empresa', 'direccion', 'correo_soporte'],
      },
      { fixed: { intent: 'save', setting: 'sales', seen: '0' }, typed: ['vat_text', 'access_days', 'quotation_days'] },
      { fixed: { intent: 'restore' }, typed: ['setting', 'seen'] },
    ],
  },
  '/admin/settings/services': {
    query: ['prueba', 'reintentados'],
    forms: [
      { fixed: { intent: 'retry' }, typed: ['mails'] },
      { fixed: { intent: 'ask-gateway' } },
      { typed: ['intent'] },
    ],
  },
  '/admin/settings/team': {},
}

type Entry = { path?: string | undefined; index?: boolean | undefined; children?: Entry[] | undefined }

/** The address patterns of the table of routes, as '/assessment/:slug'; layouts have none of their own. */
export function routePatterns(entries: readonly Entry[] = routes, under = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const own = path === undefined ? under : `${under}/${path}`
    const here = index || (path !== undefined && !children) ? [own === '' ? '/' : own] : []
    return [...here, ...routePatterns(children ?? [], own)]
  })
}
