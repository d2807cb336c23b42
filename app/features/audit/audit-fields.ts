/** Names of fields as people know them; the others are shown as they are. */
const FIELDS: Readonly<Record<string, string>> = {
  amount_clp: 'Monto',
  audience: 'Público',
  base_price_clp: 'Precio',
  body: 'Texto',
  category_id: 'Categoría',
  code: 'Código',
  content: 'Contenido',
  days: 'Días',
  description: 'Descripción',
  description_long: 'Descripción larga',
  description_short: 'Descripción corta',
  duration_max: 'Duración máxima',
  duration_min: 'Duración mínima',
  email: 'Email',
  ends_at: 'Término',
  featured: 'Destacado',
  first_name: 'Nombre',
  hidden_reason: 'Motivo',
  invitee_company: 'Empresa',
  invitee_name: 'Nombre de la persona invitada',
  last_name: 'Apellido',
  max_seats: 'Máximo de personas',
  max_uses: 'Máximo de usos',
  method: 'Método',
  min_seats: 'Mínimo de personas',
  name: 'Nombre',
  note: 'Nota',
  order: 'Lugar',
  order_item_id: 'Compra',
  outcomes: 'Resultados',
  place: 'Lugar',
  price: 'Precio',
  reason: 'Motivo',
  result_mode: 'Modo de resultados',
  role: 'Rol',
  slug: 'Slug',
  starts_at: 'Inicio',
  status: 'Estado',
  tags: 'Etiquetas',
  title: 'Título',
  type: 'Tipo',
  valid_from: 'Vigente desde',
  valid_until: 'Vigente hasta',
  valor: 'Valor',
  value: 'Valor',
  version: 'Versión',
}

const SEPARATOR = ' › '

/** The way to a field in Spanish, as far as its parts have names: `levels › 2 › name` is 'levels › 2 › Nombre'. */
export const fieldText = (field: string): string =>
  field
    .split(SEPARATOR)
    .map(part => FIELDS[part] ?? part)
    .join(SEPARATOR)
