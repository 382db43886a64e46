-- Sends the requests of a file in turn, and prints the result as one line of JSON.
-- In the file, each request follows its length and a line end.

local requests = {}

function init(arguments)
    local file = assert(io.open(arguments[1], "rb"))
    for length in function() return file:read("*n") end do
        file:read(1)
        requests[#requests + 1] = file:read(length)
    end
    file:close()
    if #requests == 1 then
        -- wrk sends the result of `format` without calling Lua again, which matters with a fast server.
        wrk.format = function() return requests[1] end
        return
    end
    local next = 0
    function request()
        next = next % #requests + 1
        return requests[next]
    end
end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format(
        '{"requests":%d,"seconds":%.6f,"bytes":%d,"refused":%d,"broken":%d,"p50":%d,"p95":%d,"p99":%d}\n',
        summary.requests, summary.duration / 1e6, summary.bytes, errors.status,
        errors.connect + errors.read + errors.write + errors.timeout,
        latency:percentile(50), latency:percentile(95), latency:percentile(99)))
end
