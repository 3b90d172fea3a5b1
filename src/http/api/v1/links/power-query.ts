// GET /powerquery/Gridtide.pq: functions for Power Query (Excel, Power BI) with the address of this server in them.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors';
import { allowCoding } from '#http/answer/content-coding';
import { clientHostOf, isSecure, withoutOwnPort } from '#http/connection/client-origin';

/**
 * Matches a name, an IPv4 address, or an IPv6 address in brackets, each with or without a port. None of
 * them has characters that M could run.
 */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

export function sendPowerQuery(
  request: FastifyRequest,
  reply: FastifyReply,
  trustProxy: boolean,
): FastifyReply {
  reply.header('content-type', 'text/plain; charset=utf-8');
  // The text follows the Host of the request, so no cache may answer another client with it.
  reply.header('cache-control', 'no-store');
  allowCoding(request, reply);
  return reply.send(powerQueryText(originOf(request, trustProxy)));
}

/** The origin that the client used. A Host header that is none is refused: it would be part of a program. */
function originOf({ raw }: FastifyRequest, trustProxy: boolean): string {
  const host = clientHostOf(raw, trustProxy);
  if (!HOST.test(host)) {
    throw new Refusal('request_malformed', 'the Host header names no host that a program can use');
  }
  const scheme = isSecure(raw, trustProxy) ? 'https' : 'http';
  return `${scheme}://${withoutOwnPort(host, scheme)}`;
}

/** The functions as one M expression, whose value is a record. */
export const powerQueryText = (
  origin: string,
): string => `// Gridtide for Power Query: functions that read series of ${origin}
//
// In Excel: Data > Get Data > From Other Sources > Blank Query, then Advanced Editor:
//
//   let
//       Gridtide = Expression.Evaluate(
//           Text.FromBinary(Web.Contents("${origin}/powerquery/Gridtide.pq")), #shared),
//       Prices = Gridtide[Series]("<API_KEY>", "dehrprice", "today-7", "today+1", [resolution = "hour"])
//   in
//       Prices
//
// If Power Query asks how to sign in to the address, choose Anonymous: the key travels in a header of the request.
// Gridtide[Link]("${origin}/l/...") reads a link that was made for a spreadsheet, and needs no key.

let
    Server = "${origin}",

    TimeColumns = {"time", "run", "analyzedTime", "recordedAt"},
    TextColumns = {"kind", "source", "offset"},

    // Times with a zone stay with it; market times of links have none.
    Typed = (rows as table, timeType as type) as table =>
        Table.TransformColumnTypes(
            rows,
            List.Transform(
                Table.ColumnNames(rows),
                each {
                    _,
                    if List.Contains(TimeColumns, _) then timeType
                    else if List.Contains(TextColumns, _) then type text
                    else type number
                }
            ),
            "en-US"
        ),

    Parsed = (answer as binary, timeType as type) as table =>
        Typed(
            Table.PromoteHeaders(
                Csv.Document(answer, [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]),
                [PromoteAllScalars = true]
            ),
            timeType
        ),

    // The fields of a query as texts, without those that are null.
    AsTexts = (fields as record) as record =>
        let
            Given = List.Select(Record.FieldNames(fields), each Record.Field(fields, _) <> null)
        in
            Record.FromList(List.Transform(Given, each Text.From(Record.Field(fields, _), "en-US")), Given),

    Ask = (key as text, path as text, fields as record) as table =>
        Parsed(
            Web.Contents(
                Server,
                [
                    RelativePath = path,
                    Query = AsTexts(fields & [format = "csv"]),
                    Headers = [Authorization = "Bearer " & key, Accept = "text/csv"]
                ]
            ),
            type datetimezone
        ),

    // A series from and to dates or keywords; options are further fields of GET /api/v1/series/{seriesId}.
    Series = (key as text, seriesId as text, optional from as nullable text, optional to as nullable text, optional options as nullable record) as table =>
        Ask(
            key,
            "api/v1/series/" & Uri.EscapeDataString(seriesId),
            [from = from, to = to, kinds = "true"] & (if options = null then [] else options)
        ),

    // What was forecast a number of days or hours ahead; options are the fields of GET /api/v1/forecasts/{seriesId}/sliced.
    Slice = (key as text, seriesId as text, options as record) as table =>
        Ask(key, "api/v1/forecasts/" & Uri.EscapeDataString(seriesId) & "/sliced", options),

    // The answer of a link, by its whole address or the part behind /l/.
    Link = (link as text) as table =>
        let
            Secret = Text.BeforeDelimiter(List.Last(Text.Split(link, "/")), "?")
        in
            Parsed(
                Web.Contents(
                    Server,
                    [RelativePath = "l/" & Secret, Query = [format = "csv", decimal = "point", sep = ","]]
                ),
                type datetime
            )
in
    [Server = Server, Series = Series, Slice = Slice, Link = Link]
`;
