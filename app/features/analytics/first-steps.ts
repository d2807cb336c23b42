/** What the database knows about a shop that is being set up. */
export type ShopFacts = {
  /** Settings that somebody has saved. */
  seller: boolean
  transfer: boolean
  /** A mail has gone out. */
  mail: boolean
  /** A product is on sale. */
  product: boolean
  discount: boolean
  /** A backup that can be restored was made. */
  backup: boolean
}

/** What the process knows. */
export type ShopServices = {
  demo: boolean
  /** Payments go to a bank. */
  takesPayments: boolean
  hasMailServer: boolean
  /** Of the account that asks. */
  hasSecondFactor: boolean
}

export type FirstStep = { key: string; label: string; hint: string; to: string; done: boolean }

/**
 * What makes a shop ready to sell, in the order in which it is done. A demo simulates bank and mail and keeps no backup: it has no such
 * steps.
 */
export function firstSteps(facts: ShopFacts, services: ShopServices): FirstStep[] {
  const steps = [
    {
      key: 'seller',
      label: 'Di quién vende',
      hint: 'Razón social, RUT y correos de comprobantes y textos legales.',
      to: '/admin/settings/seller',
      done: facts.seller,
    },
    {
      key: 'transfer',
      label: 'Agrega tu cuenta bancaria',
      hint: 'La ven quienes pagan por transferencia.',
      to: '/admin/settings/transfer',
      done: facts.transfer,
    },
    !services.demo && {
      key: 'gateway',
      label: 'Conecta el medio de pago',
      hint: 'Quien opera el servidor pone las claves; aquí se prueba la conexión.',
      to: '/admin/settings/services',
      done: services.takesPayments,
    },
    !services.demo && {
      key: 'mail',
      label: 'Prueba el correo',
      hint: 'Envíate uno y revisa que llega.',
      to: '/admin/settings/services',
      done: services.hasMailServer && facts.mail,
    },
    {
      key: 'product',
      label: 'Publica el primer producto',
      hint: 'Con precio y cuestionario.',
      to: '/admin/catalog/assessments/new',
      done: facts.product,
    },
    {
      key: 'discount',
      label: 'Crea el primer código de descuento',
      hint: 'Para invitar a tus primeros clientes.',
      to: '/admin/discounts',
      done: facts.discount,
    },
    {
      key: 'second-factor',
      label: 'Activa el segundo paso de tu cuenta',
      hint: 'Una llave de acceso o una aplicación de códigos.',
      to: '/admin/security',
      done: services.hasSecondFactor,
    },
    !services.demo && {
      key: 'backup',
      label: 'Ten una copia de seguridad',
      hint: 'Se hace sola cada noche si el servidor tiene una carpeta para ella.',
      to: '/admin/settings/jobs',
      done: facts.backup,
    },
  ]
  return steps.filter(step => step !== false)
}
