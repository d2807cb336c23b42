import routes from '#app/routes.ts'
import { ADMIN_ROUTES } from './fuzz-admin-routes.ts'
import { CONTENT_ROUTES } from './fuzz-content-routes.ts'
import { ID, type RouteInput } from './fuzz-input.ts'

/** The sender: the same request means something else for each. */
export type Asker = 'visitor' | 'client' | 'admin'

const CHOICE = { product_id: ID, mode: 'business', seats: 5 }
const LIST = ['search', 'category', 'duration', 'type', 'tag', 'sort', 'page']
/** The parameters of every API list. */
const API_LIST = ['limit', 'after', 'order']
const RESPOND: RouteInput = {
  query: ['access_id', 'assessment_id'],
  forms: [
    { fixed: { intent: 'access' }, typed: ['email', 'access_code', 'run_id'] },
    {
      fixed: { intent: 'start', access_id: ID },
      typed: [
        'full_name',
        'position',
        'organizational_unit',
        'data_role',
        'company_name',
        'promised',
        'invitation_code',
      ],
    },
    { fixed: { intent: 'complete' }, typed: ['access_id', 'run_id'] },
    { fixed: { intent: 'section', access_id: ID, run_id: ID, to: '1' }, typed: ['section', 'q1_mission_alignment'] },
  ],
}

const OWN_DATA_FORMS = [
  { fixed: { intent: 'correct', access_id: ID }, typed: ['first_name', 'last_name', 'department', 'job_role'] },
  { fixed: { intent: 'block' } },
  { fixed: { intent: 'unblock' } },
  { fixed: { intent: 'object' }, typed: ['details'] },
  { fixed: { intent: 'withdraw-objection' } },
  { fixed: { intent: 'erase' }, typed: ['access_id', 'word'] },
  { fixed: { intent: 'ask', kind: 'access' }, typed: ['kind', 'details'] },
]

/** Every address of the shop, with its input. */
export const ROUTE_INPUTS: Readonly<Record<string, RouteInput>> = {
  '/': { query: [...LIST, 'carrito'] },
  '/assessments': { query: LIST },
  '/assessment/:slug': { params: { slug: ['agilidad', 'taller-kanban', ID] }, query: ['opiniones'] },
  '/assessment/:slug/informe-de-ejemplo': { params: { slug: ['agilidad', 'taller-kanban', ID] } },
  '/legal/:document': { params: { document: ['condiciones', 'privacidad', 'cookies'] } },
  '/legal/:document/:version': { params: { document: ['condiciones'], version: ['1', '2'] } },
  '/preferencias-de-privacidad': { query: ['guardado'] },
  '/auth': {
    query: ['mode', 'redirect', 'aviso', 'confirmado'],
    forms: [
      { fixed: { intent: 'login' }, typed: ['email', 'password'] },
      { fixed: { intent: 'signup' }, typed: ['role', 'first_name', 'last_name', 'email', 'password', 'redirect'] },
    ],
  },
  '/auth/confirm': { query: ['token', 'redirect'], forms: [{}] },
  '/auth/second-step': {
    query: ['redirect'],
    forms: [
      { fixed: { intent: 'totp' }, typed: ['code'] },
      { fixed: { intent: 'recovery' }, typed: ['recovery'] },
      { fixed: { intent: 'passkey' }, typed: ['response'] },
    ],
  },
  '/auth/passkey': {},
  '/auth/forgot': { query: ['redirect'], forms: [{ typed: ['email', 'redirect'] }] },
  '/auth/reset': {
    query: ['token'],
    forms: [{ typed: ['password', 'token', 'first_name', 'last_name', 'role'] }],
  },
  '/auth/resend': { query: ['redirect'], forms: [{ typed: ['email', 'redirect'] }] },
  '/account': {
    query: ['editar', 'guardado'],
    forms: [{ typed: ['first_name', 'last_name', 'company', 'phone', 'intent', 'role', 'email'] }],
  },
  '/auth/email': { query: ['token', 'listo'], forms: [{}, { fixed: { intent: 'log_in' }, typed: ['replaced'] }] },
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
  '/avisos-de-planes': { query: ['token', 'listo'], forms: [{}] },
  '/organizacion': { query: ['token'], forms: [{}] },
  '/equipo': { query: ['token'], forms: [{}] },
  '/account/organisation': {
    query: ['de', 'listo'],
    forms: [
      { fixed: { intent: 'create' }, typed: ['name', 'rut'] },
      { fixed: { intent: 'rename', organisation: ID }, typed: ['name', 'rut', 'organisation'] },
      { fixed: { intent: 'invite', organisation: ID }, typed: ['emails', 'role'] },
      { fixed: { intent: 'change-role', organisation: ID, member: ID }, typed: ['role', 'member'] },
      { fixed: { intent: 'remove', organisation: ID }, typed: ['member'] },
      { fixed: { intent: 'hand-over', organisation: ID }, typed: ['member'] },
      { fixed: { intent: 'move', organisation: ID }, typed: ['order'] },
      { fixed: { intent: 'logo', organisation: ID }, typed: ['file'] },
      { fixed: { intent: 'remove-logo' }, typed: ['organisation'] },
      { fixed: { intent: 'join-benchmark', organisation: ID }, typed: ['sector', 'size'] },
      { fixed: { intent: 'leave-benchmark' }, typed: ['organisation'] },
      { fixed: { intent: 'add-client', organisation: ID }, typed: ['name', 'rut'] },
      { fixed: { intent: 'release' }, typed: ['organisation'] },
    ],
  },
  '/account/organisation/logo/:name': { params: { name: [`${'0'.repeat(64)}.png`, 'x'] } },
  '/privacidad': {},
  '/mis-datos': {
    query: ['token'],
    forms: [
      { fixed: { intent: 'request-link' }, typed: ['email'] },
      { fixed: { intent: 'open' } },
      ...OWN_DATA_FORMS,
      { fixed: { intent: 'close' } },
    ],
  },
  '/mis-datos/descarga/:format': { params: { format: ['json', 'pdf', 'x'] } },
  '/account/data': { forms: OWN_DATA_FORMS },
  '/account/data/descarga/:format': { params: { format: ['json', 'pdf', 'x'] } },
  '/account/orders': { query: ['after', 'q', 'de'] },
  '/account/orders/:number': { params: { number: ['ALH-1700000000000-abcdef-2345'] } },
  '/account/orders/:number/pdf': { params: { number: ['ALH-1700000000000-abcdef-2345'] } },
  '/account/orders/:number/documents/:documentId/:format': {
    params: { number: ['ALH-1700000000000-abcdef-2345'], documentId: [ID], format: ['pdf', 'xml', '..'] },
  },
  '/account/quotations': { query: ['pagina'] },
  '/account/quotations/new': {
    forms: [
      {
        fixed: {
          buyer_name: 'Ana Rojas',
        },
        typed: ['buyer_name', 'buyer_phone', 'company_name', 'company_rut', 'company_address', 'reference', 'cart'],
        json: { cart: { key: ID, choices: [CHOICE], code: null, expected_total_clp: 1 } },
      },
    ],
  },
  '/account/quotations/:quotationId': {
    params: { quotationId: [ID] },
    query: ['creada'],
    forms: [{ fixed: { intent: 'mail' } }, { fixed: { intent: 'share' } }, { fixed: { intent: 'withdraw' } }],
  },
  '/account/quotations/:quotationId/pdf': { params: { quotationId: [ID] } },
  '/cotizacion': {
    query: ['token', 'pago'],
    forms: [
      { fixed: { intent: 'approve' }, typed: ['key', 'name', 'job_role', 'purchase_order', 'comment'] },
      { fixed: { intent: 'decline' }, typed: ['key', 'name', 'comment'] },
      { fixed: { intent: 'comment' }, typed: ['key', 'name', 'comment'] },
    ],
  },
  '/cotizacion/pagar': {
    query: ['token'],
    forms: [
      {
        fixed: { intent: 'card', terms: 'on' },
        typed: ['document', 'billing_rut', 'billing_name', 'billing_activity', 'billing_address', 'billing_commune'],
      },
      { fixed: { intent: 'transfer', document: 'boleta', terms: 'on' } },
      { fixed: { intent: 'continue' } },
    ],
  },
  '/cotizacion/pdf': { query: ['token'] },
  '/resultados': { query: ['token', 'vista'] },
  '/resultados/pagina': { query: ['token', 'papel', 'imprimir'] },
  '/resultados/presentacion': { query: ['token'] },
  '/resultados/pdf': { query: ['token', 'imprimir'] },
  '/account/dashboard': {
    query: ['pagina', 'de', 'compra'],
    forms: [
      { fixed: { intent: 'start' }, typed: ['accessId'] },
      { fixed: { intent: 'finish' }, typed: ['accessId'] },
      { fixed: { intent: 'remind' }, typed: ['itemId'] },
      { fixed: { intent: 'invite', itemId: ID }, typed: ['firstName', 'lastName', 'email', 'role', 'area', 'mode'] },
      { fixed: { intent: 'save-invitee', accessId: ID }, typed: ['name', 'email', 'jobRole', 'department'] },
    ],
  },
  '/account/results/:accessId': {
    params: { accessId: [ID] },
    query: ['vista', 'solo-respuestas'],
    forms: [
      { fixed: { intent: 'plan-add' }, typed: ['title', 'owner', 'owner_name', 'owner_email', 'due_on', 'note'] },
    ],
  },
  '/account/items/:itemId': {
    params: { itemId: [ID] },
    query: ['vista'],
    forms: [
      { fixed: { intent: 'start' }, typed: ['accessId'] },
      { fixed: { intent: 'remind' }, typed: ['itemId'] },
    ],
  },
  '/account/items/:itemId/settings': {
    params: { itemId: [ID] },
    forms: [
      { fixed: { intent: 'follow-up' }, typed: ['due', 'days'] },
      { fixed: { intent: 'choose-mode' }, typed: ['mode'] },
      { fixed: { intent: 'make-link', days: '30' }, typed: ['label', 'days'] },
      { fixed: { intent: 'revoke-link' }, typed: ['link'] },
      { fixed: { intent: 'publish' }, typed: ['round', 'confirmed'] },
      { fixed: { intent: 'choose-sharing' }, typed: ['share'] },
      { fixed: { intent: 'share-results' }, typed: [] },
      { fixed: { intent: 'choose-targets' }, typed: ['target.1', 'target.2', 'weight.1'] },
    ],
  },
  '/account/items/:itemId/results': {
    params: { itemId: [ID] },
    query: ['pagina', 'ronda', 'comparar', 'vista'],
    forms: [
      { fixed: { intent: 'plan-add' }, typed: ['title', 'owner', 'owner_name', 'owner_email', 'due_on', 'note'] },
      {
        fixed: { intent: 'plan-change', id: ID, version: '1' },
        typed: ['id', 'version', 'state', 'dropped_reason', 'due_on', 'note'],
      },
      { fixed: { intent: 'plan-dismiss' }, typed: ['proposal'] },
    ],
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
  '/account/results/:accessId/report': { params: { accessId: [ID] }, query: ['imprimir'] },
  '/account/items/:itemId/board': { params: { itemId: [ID] }, query: ['ronda', 'comparar', 'papel', 'imprimir'] },
  '/account/items/:itemId/slides': { params: { itemId: [ID] }, query: ['ronda', 'comparar'] },
  '/account/items/:itemId/report': { params: { itemId: [ID] }, query: ['ronda', 'comparar', 'imprimir'] },
  '/account/results/:accessId/plan.ics': { params: { accessId: [ID] }, query: ['accion'] },
  '/account/items/:itemId/results/plan.ics': { params: { itemId: [ID] }, query: ['accion'] },
  '/account/results/:accessId/guides/:key': { params: { accessId: [ID], key: ['guia-ley-21719'] } },
  '/account/items/:itemId/guides/:key': {
    params: { itemId: [ID], key: ['guia-ley-21719'] },
    query: ['ronda', 'comparar'],
  },
  '/account/items/:itemId/data/:format': {
    params: { itemId: [ID], format: ['csv', 'xlsx', 'plan'] },
    query: ['ronda', 'comparar'],
  },
  '/account/items/:itemId/participants': {
    params: { itemId: [ID] },
    query: ['q', 'estado', 'despues', 'persona', 'listo'],
    forms: [
      { fixed: { intent: 'resend' }, typed: ['accessId'] },
      { fixed: { intent: 'revoke' }, typed: ['accessId'] },
      { fixed: { intent: 'remind' } },
    ],
  },
  '/account/items/:itemId/setup': {
    params: { itemId: [ID] },
    query: ['lista', 'corregir', 'modo', 'fecha'],
    forms: [
      { fixed: { intent: 'review' }, typed: ['people', 'file', 'mode', 'due', 'days', 'target.1', 'weight.1'] },
      { fixed: { intent: 'save' }, typed: ['mode', 'due', 'days'] },
      { fixed: { intent: 'repeat' } },
      { fixed: { intent: 'correct' } },
      { fixed: { intent: 'groups' }, typed: ['mode'] },
      { fixed: { intent: 'invite' }, typed: ['key', 'mode', 'due', 'days'] },
      { fixed: { intent: 'fill' }, typed: ['role', 'area'] },
      { fixed: { intent: 'reread', shownSheet: '0', shownTitles: '' }, typed: ['sheet', 'titles', 'email', 'role'] },
    ],
  },
  '/account/items/:itemId/groups': {
    params: { itemId: [ID] },
    query: ['lista', 'listo'],
    forms: [
      { fixed: { intent: 'define' }, typed: ['area.0', 'group.0', 'area.1', 'group.1', 'list'] },
      { fixed: { intent: 'clear' }, typed: ['list'] },
    ],
  },
  '/account/items/:itemId/invitations': {
    params: { itemId: [ID] },
    query: ['lista'],
    forms: [{ typed: ['people', 'file'] }, { fixed: { intent: 'repeat' } }],
  },
  '/account/items/:itemId/invitations/:draftId': {
    params: { itemId: [ID], draftId: [ID] },
    forms: [
      { typed: ['key'] },
      { fixed: { intent: 'fill' }, typed: ['role', 'area'] },
      { fixed: { intent: 'reread', shownSheet: '0', shownTitles: '' }, typed: ['sheet', 'titles', 'email', 'role'] },
    ],
  },
  '/account/items/:itemId/invitations/:draftId/left-out': { params: { itemId: [ID], draftId: [ID] } },
  '/account/invitation-template/:format': { params: { format: ['csv', 'xlsx', 'plan'] } },
  '/account/taller/:accessId': { params: { accessId: [ID] } },
  '/checkout': {
    query: ['pago'],
    forms: [
      {
        fixed: { document: 'factura', terms: 'on' },
        typed: ['billing_rut', 'billing_name', 'billing_activity', 'billing_address', 'billing_commune', 'cart'],
        json: { cart: { key: ID, choices: [CHOICE], code: null, expected_total_clp: 1, repeat: null } },
      },
      {
        fixed: {
          document: 'boleta',
          terms: 'on',
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
  '/taller/:accessId/materiales/:material': { params: { accessId: [ID], material: ['leccion-1', 'planilla-tiempos'] } },
  '/taller/:accessId/lecciones/:lesson': {
    params: { accessId: [ID], lesson: ['leccion-1', 'leccion-9'] },
    forms: [{ typed: ['intent'] }, { fixed: { intent: 'done' } }],
  },
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
  '/payment/bank/:attemptId': { params: { attemptId: [ID] } },
  '/payment/return': {
    query: ['token_ws', 'TBK_TOKEN', 'TBK_ORDEN_COMPRA', 'TBK_ID_SESION'],
    forms: [{ typed: ['token_ws', 'TBK_TOKEN', 'TBK_ORDEN_COMPRA', 'TBK_ID_SESION'] }],
  },
  '/payment/return/cotizacion': {
    query: ['token_ws', 'TBK_TOKEN', 'TBK_ORDEN_COMPRA', 'TBK_ID_SESION'],
    forms: [{ typed: ['token_ws', 'TBK_TOKEN', 'TBK_ORDEN_COMPRA', 'TBK_ID_SESION'] }],
  },
  '/events': {
    json: { visit: 'a'.repeat(32), events: [{ type: 'page_view', data: {}, page: '/', referrer: '', ago: 0 }] },
  },
  '/hooks/mail-bounce': { json: { status: '5.1.1' } },
  '/privacy-choice': { forms: [{ typed: ['choice'] }] },
  '/api/v1/openapi.json': {},
  '/api/v1/orders': { query: [...API_LIST, 'status', 'created_since', 'created_until'] },
  '/api/v1/orders/:id': { params: { id: [ID] } },
  '/api/v1/accesses': { query: [...API_LIST, 'status', 'order_item_id', 'created_since', 'created_until'] },
  '/api/v1/accesses/:id': { params: { id: [ID] } },
  '/api/v1/results': { query: [...API_LIST, 'order_id', 'order_item_id', 'completed_since', 'completed_until'] },
  '/api/v1/results/:id': { params: { id: [ID] } },
  '/api/v1/consolidated/:id': { params: { id: [ID] } },
  '/api/v1/actions': { query: [...API_LIST, 'state', 'order_item_id', 'updated_since', 'updated_until'] },
  '/api/v1/actions/:id': { params: { id: [ID] } },
  '/api/*': {},
  '/demo/correo': {},
  '/demo/correo/:file': { params: { file: ['2026.json'] }, query: ['formato'] },
  ...ADMIN_ROUTES,
  ...CONTENT_ROUTES,
}

type Entry = { path?: string | undefined; index?: boolean | undefined; children?: Entry[] | undefined }

/** The address patterns of the route table, such as '/assessment/:slug'; layouts have none of their own. */
export function routePatterns(entries: readonly Entry[] = routes, under = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const own = path === undefined ? under : `${under}/${path}`
    const here = index || (path !== undefined && !children) ? [own === '' ? '/' : own] : []
    return [...here, ...routePatterns(children ?? [], own)]
  })
}
