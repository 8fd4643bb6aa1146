import type { ModuleRequest, RunnerMessage } from '@rehearse/contracts'
import * as matchers from '@testing-library/jest-dom/matchers'
import * as testing from '@testing-library/react/pure'
import * as userEvents from '@testing-library/user-event'
import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDOM from 'react-dom'
import * as ReactDOMClient from 'react-dom/client'
import { extendExpect } from './expect.ts'
import { type Environment, moduleOf, runModules } from './run-modules.ts'

extendExpect(matchers)

const environment: Environment = {
  packages: {
    react: moduleOf(React, React),
    'react/jsx-runtime': moduleOf(jsxRuntime),
    'react-dom': moduleOf(ReactDOM, ReactDOM),
    'react-dom/client': moduleOf(ReactDOMClient),
    '@testing-library/react': moduleOf(testing),
    '@testing-library/user-event': moduleOf(userEvents, userEvents.userEvent),
    '@testing-library/jest-dom': moduleOf({}),
    '@testing-library/jest-dom/vitest': moduleOf({}),
  },
  addStyle(css) {
    const style = document.createElement('style')
    style.textContent = css
    document.head.append(style)
  },
  afterEachTest: testing.cleanup,
}

/** Runs modules in the page: with their tests, or rendered as a preview. */
export function run(request: ModuleRequest, send: (message: RunnerMessage) => void): Promise<void> {
  const isPreview = request.tests.length === 0
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: !isPreview })
  if (!isPreview) return runModules(request, environment, send)
  return runModules({ ...request, modules: withRoot(request), entry: previewEntry }, environment, send)
}

const previewEntry = '__preview__.js'

/** The entry's default export, or its first component, is rendered as an app does it. */
const withRoot = ({ modules, entry }: ModuleRequest): ModuleRequest['modules'] => [
  ...modules,
  {
    path: previewEntry,
    isTrusted: true,
    code: `
const entry = require(${JSON.stringify(`./${entry}`)})
const App = entry.default ?? Object.values(entry).find((one) => typeof one === 'function' && /^[A-Z]/.test(one.name))
if (App !== undefined) {
  const root = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root' }))
  require('react-dom/client').createRoot(root).render(require('react').createElement(App))
}`,
  },
]
