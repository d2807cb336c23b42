import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import { DownloadLink, useDownload } from '#app/ui/download-link.tsx'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

const PREPARING = 'Preparando datos…'

/** The downloads of an item: the data and the report. */
export function DownloadMenu({ itemId }: { itemId: string }) {
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
              {PREPARING}
            </>
          ) : (
            'Descargar datos'
          )
        }
      >
        <MenuLink to={`${address}/data/xlsx`} reloadDocument onClick={download}>
          <FileSpreadsheet aria-hidden="true" />
          Excel (XLSX)
        </MenuLink>
        <MenuLink to={`${address}/data/csv`} reloadDocument onClick={download}>
          <FileText aria-hidden="true" />
          CSV
        </MenuLink>
      </Menu>
      <span role="status" className="sr-only">
        {pending ? PREPARING : ''}
      </span>
      <DownloadLink variant="secondary" to={`${address}/report`} pendingLabel="Preparando informe…">
        Descargar informe
      </DownloadLink>
    </>
  )
}
