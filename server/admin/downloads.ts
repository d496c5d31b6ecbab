import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FailureFile } from '@/core/admin/failure';
import type { AdminRole } from '@/core/admin/roles';
import { RETENTION } from '@/core/limits';
import type { FailureStore } from '../queue/failureStore';
import { auditCsv } from './auditCsv';
import type { AuditLog } from './auditLog';
import type { Admin } from './sessions';

/** What administrators take away as a file. That they did stands in the audit log. */

interface DownloadParts {
  /** Undefined if whoever asks may not. */
  readonly admit: (request: IncomingMessage, needed: AdminRole) => Promise<Admin | undefined>;
  readonly audit: AuditLog;
  readonly failures: FailureStore;
}

export function openDownloads(routes: FastifyInstance, { admit, audit, failures }: DownloadParts): void {
  routes.get('/api/admin/audit.csv', async (request, reply) => {
    const admin = await admit(request.raw, 'admin');
    if (!admin) return refuse(reply, 'admin');
    await audit.write({ who: admin.name, role: admin.role, action: 'audit.export', what: 'the audit log' });
    const text = auditCsv(await audit.list(RETENTION.auditEntries));
    return send(reply, 'text/csv; charset=utf-8', 'audit.csv', text);
  });
  routes.get<{ Params: { id: string } }>('/api/admin/failures/:id', async (request, reply) => {
    const admin = await admit(request.raw, 'operator');
    if (!admin) return refuse(reply, 'operator');
    const found = await failures.read(request.params.id);
    if (!found) return reply.code(404).send({ error: 'This failure is not kept any more.' });
    const { task } = found.head;
    await audit.write({
      who: admin.name,
      role: admin.role,
      action: 'failure.download',
      what: `the failed task ${task}`,
    });
    const journal = await failures.parts(found.detail.journal);
    const file: FailureFile = { format: 'asyground-failure', version: 1, ...found, journal };
    return send(reply, 'application/json', `failure-${task.replace(/[^\w-]/g, '')}.json`, JSON.stringify(file));
  });
}

function send(reply: FastifyReply, type: string, name: string, text: string): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(text);
}

function refuse(reply: FastifyReply, needed: AdminRole): FastifyReply {
  return reply.code(403).send({ error: `This needs the role ${needed}.` });
}
