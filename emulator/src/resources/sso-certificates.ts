import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { type Call, stampCreated, stampUpdated } from "../call";
import { createFailure, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildTokenPage, mostInShortLists } from "../http/pages";
import { parseBody } from "../http/validate";
import type { SsoCertificate } from "../state/records";

type Provider = { Params: { provider: string } };
type Certificate = { Params: { provider: string; certificate: string } };

const collection = "/v2/saml/service-providers";
const certificates = `${collection}/:provider/certificates`;
const one = `${certificates}/:certificate`;
const dayMs = 24 * 3600 * 1000;

/** Certificates of single sign-on. The one service provider that an organization has is made in the product. */
export function addSsoCertificateRoutes(app: FastifyInstance): void {
  app.get(collection, async (request) => {
    const presentProvider = (samlServiceProviderId: string) => ({ samlServiceProviderId });
    return buildTokenPage(request, [getProvider(request.call)], presentProvider, mostInShortLists);
  });

  app.get<Provider>(certificates, async (request) => {
    const provider = findProvider(request.call, request.params.provider);
    const found = listCertificates(request.call, provider);
    return buildTokenPage(request, found, (certificate) => present(request.call, certificate), mostInShortLists);
  });

  app.post<Provider>(certificates, async ({ call, params, body }, reply) => {
    const samlServiceProviderId = findProvider(call, params.provider);
    const fields = { purpose: z.enum(["signing", "encryption"]), validForDays: z.number().positive() };
    const { purpose, validForDays } = parseBody(defineObject(call, fields), body);
    const samlServiceProviderCertificateId = call.ids.makeUuid("certificate");
    const certificate: SsoCertificate = {
      samlServiceProviderCertificateId,
      samlServiceProviderId,
      purpose,
      validForDays,
      isActive: false,
      ...stampCreated(call.actor),
    };
    call.store.ssoCertificates.put(samlServiceProviderCertificateId, certificate);
    if (call.settings.newCertificates === "active") {
      activate(call, certificate);
    }
    reply.code(201);
    return { samlServiceProviderId, samlServiceProviderCertificateId };
  });

  app.get<Certificate>(one, async ({ call, params }) => present(call, findCertificate(call, params)));

  app.delete<Certificate>(one, async ({ call, params }, reply) => {
    const { isActive, samlServiceProviderCertificateId: id } = findCertificate(call, params);
    if (isActive && call.settings.deleteActiveCertificate === "refuse") {
      throw createFailure(409, "The certificate is active");
    }
    call.store.ssoCertificates.delete(id);
    return reply.code(204).send();
  });

  app.post<Certificate>(`${one}/activate`, async ({ call, params }, reply) => {
    activate(call, findCertificate(call, params));
    return answerAction(call, reply);
  });

  app.post<Certificate>(`${one}/deactivate`, async ({ call, params }, reply) => {
    setActive(call, findCertificate(call, params), false);
    return answerAction(call, reply);
  });
}

function answerAction({ settings }: Call, reply: FastifyReply): FastifyReply {
  return settings.certificateActions === "nothing" ? reply.code(204).send() : reply.send({});
}

/** Only one certificate of a purpose is active. */
function activate(call: Call, certificate: SsoCertificate): void {
  for (const other of listCertificates(call, certificate.samlServiceProviderId)) {
    const isIt = other.samlServiceProviderCertificateId === certificate.samlServiceProviderCertificateId;
    if (isIt || (other.isActive && other.purpose === certificate.purpose)) {
      setActive(call, other, isIt);
    }
  }
}

function setActive(call: Call, certificate: SsoCertificate, isActive: boolean): void {
  const changed = { ...certificate, isActive, ...stampUpdated(call.actor) };
  call.store.ssoCertificates.put(certificate.samlServiceProviderCertificateId, changed);
}

function listCertificates(call: Call, provider: string): SsoCertificate[] {
  return call.store.ssoCertificates.listAll().filter(({ samlServiceProviderId }) => samlServiceProviderId === provider);
}

function getProvider(call: Call): string {
  return call.ids.nameUuid("saml service provider");
}

function findProvider(call: Call, id: string): string {
  return requireExisting(id === getProvider(call) ? id : undefined, "Service provider", id);
}

function findCertificate(call: Call, { provider, certificate }: Certificate["Params"]): SsoCertificate {
  findProvider(call, provider);
  return requireExisting(call.store.ssoCertificates.get(certificate), "Certificate", certificate);
}

function present(call: Call, { validForDays, ...certificate }: SsoCertificate): Record<string, unknown> {
  const { createdAt: notBefore, samlServiceProviderCertificateId: id } = certificate;
  const notAfter = new Date(Date.parse(notBefore) + validForDays * dayMs).toISOString();
  return { ...certificate, publicKeyCertificate: buildPem(call, id), notBefore, notAfter };
}

/** It looks like a certificate; nothing here can verify one. */
function buildPem(call: Call, id: string): string {
  const lines = Buffer.from(call.ids.makeSecret(`certificate ${id}`))
    .toString("base64")
    .match(/.{1,64}/g);
  return ["-----BEGIN CERTIFICATE-----", ...(lines ?? []), "-----END CERTIFICATE-----", ""].join("\n");
}
