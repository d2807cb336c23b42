import { Link } from 'react-router'
import { type ListedDiscount, STATE_LABELS, TYPE_LABELS } from '#app/features/discounts/discount-admin.ts'
import { STATE_TONES, usesText, valueText } from '#app/features/discounts/discount-texts-admin.ts'
import { RowMenu } from '#app/lists/row-menu.tsx'
import { Badge } from '#app/ui/badge.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import { MenuButton, MenuLink, MenuSeparator } from '#app/ui/menu.tsx'
import type { ShowDiscount } from './discount-dialogs.tsx'

/** The columns of specification 2, section 2; the last one holds the row's actions. */
export const discountColumns = (show: ShowDiscount): Column<ListedDiscount>[] => [
  {
    key: 'code',
    header: 'Código',
    primary: true,
    cell: row => (
      <button
        type="button"
        onClick={() => show({ dialog: 'details', id: row.id })}
        className="min-h-9 text-left break-all hover:text-copper hover:underline pointer-coarse:min-h-11"
      >
        {row.code}
      </button>
    ),
  },
  { key: 'name', header: 'Nombre', inline: 'line', cell: row => <span className="wrap-anywhere">{row.name}</span> },
  { key: 'type', header: 'Tipo', cell: row => TYPE_LABELS[row.type] },
  { key: 'value', header: 'Valor', align: 'end', inline: 'end', cell: valueText },
  {
    key: 'uses',
    header: 'Usos',
    align: 'end',
    cell: row => (
      <Link
        to={`/admin/discounts/${row.id}/ledger`}
        aria-label={`Usos de ${row.code}: ${usesText(row)}`}
        className="inline-flex min-h-9 items-center text-copper underline underline-offset-4 pointer-coarse:min-h-11"
      >
        {usesText(row)}
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Estado',
    inline: 'start',
    cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>,
  },
  {
    key: 'actions',
    header: 'Acciones',
    hideHeader: true,
    align: 'end',
    cell: row => (
      <RowMenu name={row.code}>
        <MenuButton onClick={() => show({ dialog: 'details', id: row.id })}>Ver detalles</MenuButton>
        {row.state !== 'archived' && (
          <>
            <MenuButton onClick={() => show({ dialog: 'edit', id: row.id })}>Editar</MenuButton>
            <MenuLink to={`/admin/discounts/simulator?code=${encodeURIComponent(row.code)}`}>Simular</MenuLink>
            {row.status === 'active' ? (
              <MenuButton onClick={() => show({ status: 'paused', discount: row })}>Pausar</MenuButton>
            ) : (
              <MenuButton onClick={() => show({ status: 'active', discount: row })}>Activar</MenuButton>
            )}
            {row.status !== 'inactive' && (
              <MenuButton onClick={() => show({ status: 'inactive', discount: row })}>Desactivar</MenuButton>
            )}
            <MenuSeparator />
            <MenuButton danger onClick={() => show({ dialog: 'delete', id: row.id })}>
              Eliminar
            </MenuButton>
          </>
        )}
      </RowMenu>
    ),
  },
]
