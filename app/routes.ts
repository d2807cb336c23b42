import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Address -> file. The addresses are the specification's. */
export default [
  layout('routes/store/layout.tsx', [
    index('routes/store/home.tsx'),
    route('assessments', 'routes/store/listing.tsx'),
    route('assessment/:slug', 'routes/store/product.tsx'),
    route('legal/:document', 'routes/store/legal.tsx'),
    route('auth', 'routes/account/auth.tsx'),
    route('auth/confirm', 'routes/account/confirm-email.tsx'),
    route('auth/forgot', 'routes/account/forgot-password.tsx'),
    route('auth/reset', 'routes/account/reset-password.tsx'),
    route('account', 'routes/account/profile.tsx'),
    route('account/dashboard', 'routes/buyer/dashboard.tsx'),
    route('account/results/:accessId', 'routes/buyer/results.tsx'),
    route('account/items/:itemId/results', 'routes/buyer/item-results.tsx'),
    route('account/taller/:accessId', 'routes/buyer/workshop.tsx'),
    route('checkout', 'routes/checkout/checkout.tsx'),
    route('payment-success', 'routes/checkout/payment-success.tsx'),
    route('*', 'routes/store/not-found.tsx'),
  ]),
  route('cart', 'routes/store/cart.tsx'),
  route('session', 'routes/account/session.ts'),
  route('sign-out', 'routes/account/sign-out.ts'),
  route('auth/resend', 'routes/account/resend.ts'),
  route('dama-assessment', 'routes/respond/questionnaire.tsx', { id: 'respond-dama' }),
  route('evaluacion/:slug', 'routes/respond/questionnaire.tsx', { id: 'respond-other' }),
  route('respond/answers', 'routes/respond/answers.ts'),
  route('payment-simulator', 'routes/checkout/payment-simulator.tsx'),
  route('payment/return', 'routes/hooks/payment-return.ts'),
  route('demo/correo', 'routes/demo/mailbox.tsx'),
  route('demo/correo/:file', 'routes/demo/mailbox-message.tsx'),
  layout('routes/admin/layout.tsx', [
    route('admin', 'routes/admin/home.tsx'),
    route('admin/orders', 'routes/admin/orders.tsx'),
    route('admin/access', 'routes/admin/access.tsx'),
  ]),
] satisfies RouteConfig
