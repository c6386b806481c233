import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { problemOf, type Problem } from '../api/problem.js'
import { isAdmin, session } from '../api/session.js'
import { ButtonLink } from '../components/button.js'
import { EmptyState, ErrorBlock, LoadingPage, Skeleton } from '../components/states.js'
import type { Page, PageProperties } from '../pages/page.js'
import { pages } from '../pages/registry.js'
import { matchPath, type PathParameters } from '../router/match.js'
import { navigate, place } from '../router/router.js'
import { Layout } from './layout.js'
import { PageHeading } from './page-heading.js'

/** The page of the current address, in its frame; leads away from pages that this user cannot have now. */
export function CurrentPage() {
  const { path, query } = place.value
  const found = findPage(path)
  const elsewhere = redirectOf(path, found?.page)
  useEffect(() => {
    if (elsewhere !== undefined) navigate(elsewhere, { replace: true })
  }, [elsewhere])
  if (elsewhere !== undefined) return null
  if (found === undefined) return <Layout>{notHere('This page does not exist.')}</Layout>
  if (found.page.access === 'admin' && !isAdmin.value) return <Layout>{notHere('This page is for admins. Ask one of them.')}</Layout>
  const content = <LoadedPage key={found.page.path} page={found.page} parameters={found.parameters} query={query} />
  return found.page.bare === true ? content : <Layout>{content}</Layout>
}

function findPage(path: string): { readonly page: Page; readonly parameters: PathParameters } | undefined {
  for (const page of pages) {
    const parameters = matchPath(page.path, path)
    if (parameters !== undefined) return { page, parameters }
  }
  return undefined
}

function redirectOf(path: string, page: Page | undefined): string | undefined {
  const state = session.value?.state
  const open = page?.access === 'everybody'
  if (state === 'set_up_needed' && !open) return '/console/set-up'
  if (state === 'signed_out' && !open) return `/console/sign-in?then=${encodeURIComponent(path + location.search)}`
  return matchPath('/console', path) === undefined ? undefined : '/console/playground'
}

function notHere(text: string) {
  return (
    <>
      <PageHeading title="Page not found" />
      <EmptyState title={text} action={<ButtonLink href="/console/playground">Open the playground</ButtonLink>} />
    </>
  )
}

function LoadedPage({ page, parameters, query }: PageProperties & { readonly page: Page }) {
  const content = useSignal<ComponentType<PageProperties> | Problem | undefined>(undefined)
  const load = () => {
    content.value = undefined
    page.load().then(
      (module) => (content.value = module.default),
      (error: unknown) => (content.value = { ...problemOf(error), title: 'The page could not be loaded' }),
    )
  }
  useEffect(load, [page])
  useHeadingFocus(page.title, place.value.path, typeof content.value === 'function')
  if (content.value === undefined) return page.bare === true ? <LoadingPage what={page.title} /> : <Skeleton what={page.title} />
  if (typeof content.value !== 'function') return <ErrorBlock problem={content.value} onRetry={load} />
  const Content = content.value
  return <Content parameters={parameters} query={query} />
}

let pageOfFocus: string | undefined

/** Sets the title; a page that was opened by a link, not with the document, is read from its heading on. */
function useHeadingFocus(title: string, path: string, ready: boolean): void {
  useEffect(() => {
    document.title = `${title} · anywire`
    if (!ready) return
    if (pageOfFocus !== undefined && pageOfFocus !== path) {
      window.scrollTo(0, 0)
      document.querySelector('h1')?.focus({ preventScroll: true })
    }
    pageOfFocus = path
  }, [title, path, ready])
}
