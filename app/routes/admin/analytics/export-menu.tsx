import Download from 'lucide-react/icons/download'
import { Menu, MenuLink } from '#app/ui/menu.tsx'

/**
 * 'Exportar Reporte' (specification 2, section 2): the period's figures as a document or a workbook. @param search the
 * query with the period
 */
export const ExportMenu = ({ search }: { search: string }) => (
  <Menu
    variant="secondary"
    trigger={
      <>
        <Download aria-hidden="true" />
        Exportar Reporte
      </>
    }
  >
    <MenuLink to={`/admin/report/pdf${search}`} reloadDocument>
      PDF
    </MenuLink>
    <MenuLink to={`/admin/report/xlsx${search}`} reloadDocument>
      Excel (XLSX)
    </MenuLink>
  </Menu>
)
