'use client';

import type { ReactNode } from 'react';
import type { SectionName } from './model/adminSections';
import { Guarded } from './parts/Guarded';
import { Alarms } from './sections/Alarms';
import { Audit } from './sections/Audit';
import { Backends } from './sections/Backends';
import { Cache } from './sections/Cache';
import { Cards } from './sections/Cards';
import { Charts } from './sections/Charts';
import { Classes } from './sections/Classes';
import { Clients } from './sections/Clients';
import { Decisions } from './sections/Decisions';
import { Estimates } from './sections/Estimates';
import { Failures } from './sections/Failures';
import { Graphs } from './sections/Graphs';
import { HeatMap } from './sections/HeatMap';
import { Levels } from './sections/Levels';
import { Links } from './sections/Links';
import { PeriodicJobs } from './sections/PeriodicJobs';
import { QuietWindows } from './sections/QuietWindows';
import { Requests } from './sections/Requests';
import { Sessions } from './sections/Sessions';
import { System } from './sections/System';
import { Tasks } from './sections/Tasks';
import { Timeline } from './sections/Timeline';
import { Tokens } from './sections/Tokens';
import { Webhooks } from './sections/Webhooks';

/** What stands on each page, the most urgent first. */
const PANELS: Readonly<Record<SectionName, ReactNode>> = {
  overview: (
    <>
      <Guarded panel={Alarms} of={['health', 'control', 'links', 'periodic']} />
      <Guarded panel={Cards} of={['queue', 'series']} />
      <Guarded panel={Charts} of={['series']} />
      <Guarded panel={HeatMap} of={['series']} />
    </>
  ),
  queue: (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
      <Guarded panel={Classes} of={['queue']} />
      <Guarded panel={Levels} of={['queue', 'control']} />
      <Guarded panel={Decisions} of={['decisions']} />
      <Guarded panel={Estimates} of={['queue']} />
    </div>
  ),
  tasks: <Guarded panel={Tasks} of={['queue', 'ended']} />,
  failures: <Guarded panel={Failures} of={['failures']} />,
  backends: (
    <>
      <Guarded panel={Backends} of={['queue', 'workers', 'series']} />
      <Guarded panel={Timeline} of={['queue', 'ended']} />
    </>
  ),
  clients: (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
      <Guarded panel={Clients} of={['queue', 'control']} />
      <Guarded panel={Requests} of={['requests']} />
    </div>
  ),
  links: <Guarded panel={Links} of={['links']} />,
  cache: <Guarded panel={Cache} of={['cache']} />,
  periodic: <Guarded panel={PeriodicJobs} of={['periodic']} />,
  graphs: <Guarded panel={Graphs} of={['graphs', 'artifacts', 'apiTokens']} />,
  announcement: <Guarded panel={System} of={['control']} />,
  webhooks: (
    <>
      <Guarded panel={Webhooks} of={['webhooks']} />
      <Guarded panel={QuietWindows} of={['webhooks']} />
    </>
  ),
  tokens: (
    <>
      <Guarded panel={Tokens} of={['tokens']} />
      <Guarded panel={Sessions} of={['sessions']} />
    </>
  ),
  audit: <Guarded panel={Audit} of={['audit']} />,
};

export function SectionPanels({ section }: { readonly section: SectionName }) {
  return <div className="mx-auto flex max-w-[100rem] flex-col gap-4 p-4">{PANELS[section]}</div>;
}
