/** What people are grouped by: areas of the organisation, the groups that a buyer defined of them, or positions. */
export const GROUPINGS = {
  area: {
    title: 'Por área de la organización',
    label: 'Área de la organización',
    between: 'entre áreas de la organización',
    within: 'dentro de cada área de la organización',
    rest: 'Otras áreas',
  },
  reporting_group: {
    title: 'Por grupo de áreas',
    label: 'Grupo',
    between: 'entre grupos de áreas',
    within: 'dentro de cada grupo de áreas',
    rest: 'Otras áreas',
  },
  position: {
    title: 'Por cargo',
    label: 'Cargo',
    between: 'entre cargos',
    within: 'dentro de cada cargo',
    rest: 'Otros cargos',
  },
} as const
