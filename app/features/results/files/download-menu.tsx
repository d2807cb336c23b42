import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import { atShown, type Shown } from '#app/features/results/shown.ts'
import { DownloadLink, useDownload } from '#app/kit/ui/download-link.tsx'
import { Menu, MenuLink } from '#app/kit/ui/menu.tsx'
import { Spinner } from '#app/kit/ui/spinner.tsx'

const PREPARING = 'Preparando datos…'

/** The downloads of an item, the data and the report, of what its page shows. */
export function DownloadMenu({ itemId, shown }: { itemId: string; shown: Shown }) {
  const { pending, download } = useDownload()
  const address = `/account/items/${itemId}`
  return (
    <>
      <Menu
        variant="secondary"
        trigger={
          pending ? (
            <>
              <Spinner />
              <span>{PREPARING}</span>
            </>
          ) : (
            'Descargar datos'
          )
        }
      >
        <MenuLink to={atShown(`${address}/data/xlsx`, shown)} reloadDocument onClick={download}>
          <FileSpreadsheet aria-hidden="true" />
          Excel (XLSX)
        </MenuLink>
        <MenuLink to={atShown(`${address}/data/csv`, shown)} reloadDocument onClick={download}>
          <FileText aria-hidden="true" />
          CSV
        </MenuLink>
      </Menu>
      <span role="status" className="sr-only">
        {pending ? PREPARING : ''}
      </span>
      <DownloadLink variant="secondary" to={atShown(`${address}/report`, shown)} pendingLabel="Preparando informe…">
        Descargar informe
      </DownloadLink>
    </>
  )
}
