@_exported import CountersignABI
